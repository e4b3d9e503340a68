#ifndef LAPSCALE_LINALG_LANCZOS_PLAN_HPP
#define LAPSCALE_LINALG_LANCZOS_PLAN_HPP

#include <algorithm>
#include <cmath>

#include "lapscale/linalg/chebyshev_filter.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// Plans how Lanczos iteration runs for the largest eigenvalues of an operator.
struct LanczosPlan {
  ChebyshevFilter filter;
  Eigen::Index size;  // vectors kept between restarts
};

// Returns the plan for the first `wanted` eigenvalues, given estimates of the leading ones
// (decreasing); the filter's edge is the `below`-th, wanted < below. A total degree of 28 / growth
// separates the wanted eigenvalues from those beyond the edge to 1e-12. It is spent in about three
// steps per eigenvalue: a higher degree would waste products with the operator, a lower one
// orthogonalizations. The filter's values stay far below the largest double.
inline LanczosPlan lanczos_plan(const Eigen::VectorXd& estimate, Eigen::Index wanted,
                                Eigen::Index below) {
  const double last = estimate[std::min(wanted, estimate.size()) - 1];
  const double next = estimate[std::min(below, estimate.size()) - 1];
  const double edge = std::max(-0.9, std::min(next, last - 0.1 * (1 - last) - 1e-12));
  const double growth = ChebyshevFilter::growth(edge, last);
  const double total = 28 / growth;
  const auto steps = static_cast<double>(3 * wanted + 10);
  const double most = std::clamp(200 / ChebyshevFilter::growth(edge, 1), 1.0, 2000.0);
  const double degree = std::clamp(std::floor(total / steps), 1.0, most);
  const double size = std::clamp(1.2 * total / degree, 2.0 * static_cast<double>(wanted) + 10,
                                 std::max(150.0, 4 * steps));
  return {ChebyshevFilter(edge, static_cast<int>(degree)), static_cast<Eigen::Index>(size)};
}

}  // namespace lapscale

#endif
