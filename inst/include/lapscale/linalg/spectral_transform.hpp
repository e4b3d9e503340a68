#ifndef LAPSCALE_LINALG_SPECTRAL_TRANSFORM_HPP
#define LAPSCALE_LINALG_SPECTRAL_TRANSFORM_HPP

#include <algorithm>
#include <functional>

#include "lapscale/linalg/chebyshev_filter.hpp"
#include "lapscale/linalg/lanczos_plan.hpp"
#include "lapscale/linalg/ritz_values.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// A map with the eigenvectors of a symmetric operator whose leading eigenvalues are far from each
// other and from the rest, for Lanczos iteration.
struct SpectralTransform {
  VectorMap map;
  std::function<double(double)> value;  // what becomes of an eigenvalue; increasing
  Eigen::Index size;                    // vectors kept between restarts
};

// (I - M + shift I)^-1, shift > 0, as the caller solves it.
struct ShiftedInverse {
  BlockMap solve;
  double shift;
  Runtime runtime = {};
};

inline SpectralTransform inverse_transform(const ShiftedInverse& inverse, Eigen::Index wanted) {
  return {[solve = inverse.solve](const Eigen::VectorXd& v) -> Eigen::VectorXd { return solve(v); },
          [shift = inverse.shift](double v) { return 1 / (1 - v + shift); }, 2 * wanted + 20};
}

// Returns a Chebyshev polynomial of M: the k-th eigenvalue and one some places below it decide its
// degree and its edge. They are estimated by Lanczos iteration on the operator, then on the
// filtered one, until they settle.
//   project  takes out what is known already
//   start    gives a new start vector
inline SpectralTransform filter_transform(const SymmetricOperator& op, const VectorMap& project,
                                          const std::function<Eigen::VectorXd()>& start,
                                          Eigen::Index wanted, Eigen::Index left) {
  const auto filtered = [op, project](const ChebyshevFilter& filter) -> VectorMap {
    return [op, project, filter](const Eigen::VectorXd& v) {
      return project(filter.apply(op, project(v)));
    };
  };
  const VectorMap plain = [&op, &project](const Eigen::VectorXd& v) {
    const Eigen::VectorXd at = project(v);
    Eigen::VectorXd image(at.size());
    op.apply(at.data(), image.data());
    return project(image);
  };
  const Eigen::Index below = wanted + 4 + wanted / 2;
  const Eigen::Index steps = std::min(left, 2 * below + 20);
  RitzValues ritz = ritz_values(plain, start(), steps);
  Eigen::VectorXd value = ritz.values;
  LanczosPlan plan = lanczos_plan(value, wanted, below);
  for (int round = 0; round < 10; ++round) {
    if (settled(ritz, wanted)) break;
    const double gap = 1 - value[wanted - 1];
    const ChebyshevFilter filter = plan.filter.at_least(3);
    ritz = ritz_values(filtered(filter), start(), steps);
    value = ritz.values;
    for (double& v : value) v = filter.inverse(v);
    plan = lanczos_plan(value, wanted, below);
    if (value.size() >= wanted && 1 - value[wanted - 1] > 0.7 * gap) break;
  }
  return {filtered(plan.filter), [filter = plan.filter](double v) { return filter.value(v); },
          plan.size};
}

}  // namespace lapscale

#endif
