#ifndef LAPSCALE_LINALG_CHEBYSHEV_SERIES_HPP
#define LAPSCALE_LINALG_CHEBYSHEV_SERIES_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Functions of a symmetric M with spectrum in [-1, 1] as series f(M) = sum_k c_k T_k(M) of
// Chebyshev
// polynomials, T_{k+1} = 2 M T_k - T_{k-1}: a product with M per term.

// Calls visit(k, T_k(M) X) for k = 0, ..., degree.
template <class Visit>
void for_chebyshev_terms(const BlockOperator& m, const Eigen::MatrixXd& x, std::size_t degree,
                         const Visit& visit) {
  visit(std::size_t{0}, x);
  if (degree == 0) return;
  Eigen::MatrixXd before = x;
  Eigen::MatrixXd term = m.times(x);
  visit(std::size_t{1}, term);
  for (std::size_t k = 2; k <= degree; ++k) {
    Eigen::MatrixXd next = 2 * m.times(term) - before;
    before = std::move(term);
    term = std::move(next);
    visit(k, term);
  }
}

// Returns f(M) X.
inline Eigen::MatrixXd chebyshev_sum(const BlockOperator& m, const Eigen::MatrixXd& x,
                                     Span<const double> coefficient) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(x.rows(), x.cols());
  for_chebyshev_terms(
      m, x, coefficient.size() - 1,
      [&](std::size_t k, const Eigen::MatrixXd& term) { sum += coefficient[k] * term; });
  return sum;
}

struct ChebyshevMoments {
  std::vector<double> own;    // <X, T_k(M) X>, k = 0, ..., 2 degree
  std::vector<double> cross;  // <Z, T_k(M) X>, k = 0, ..., degree
};

// With them <X, f(M) X> and <Z, f(M) X> are known for every f at once. The higher own moments come
// from 2 T_k T_l = T_{k+l} + T_{|k-l|}.
inline ChebyshevMoments chebyshev_moments(const BlockOperator& m, const Eigen::MatrixXd& x,
                                          const Eigen::MatrixXd& z, std::size_t degree) {
  ChebyshevMoments moments;
  moments.own.resize(2 * degree + 1);
  Eigen::MatrixXd before;
  const auto product = [](const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    return a.cwiseProduct(b).sum();
  };
  for_chebyshev_terms(m, x, degree, [&](std::size_t k, const Eigen::MatrixXd& term) {
    moments.cross.push_back(product(z, term));
    if (k <= 1) {
      moments.own[k] = product(x, term);
    } else {
      moments.own[2 * k - 1] = 2 * product(before, term) - moments.own[1];
    }
    if (k >= 1) moments.own[2 * k] = 2 * product(term, term) - moments.own[0];
    before = term;
  });
  return moments;
}

}  // namespace lapscale

#endif
