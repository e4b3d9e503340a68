#ifndef LAPSCALE_LINALG_FILTERED_SUBSPACE_HPP
#define LAPSCALE_LINALG_FILTERED_SUBSPACE_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "lapscale/linalg/eigen_pairs.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"

namespace lapscale {

// Returns random columns to start an iteration from.
LAPSCALE_ONCE Eigen::MatrixXd uniform_block(Eigen::Index rows, Eigen::Index columns);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Eigen::MatrixXd uniform_block(Eigen::Index rows, Eigen::Index columns) {
  const CounterRandom random(1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&](Eigen::Index i, Eigen::Index c) {
    return random.uniform(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(c)) - 0.5;
  });
}
#endif

// The largest eigenvalues of a symmetric operator whose products with a block of vectors cost
// hardly more than with a single vector: subspace iteration on Chebyshev polynomials that damp what
// lies below the block (Zhou and Saad 2007, SIAM J. Matrix Anal. Appl. 29). All copies of an
// eigenvalue are found if there are fewer than columns.
class FilteredSubspace {
 public:
  //   least  no eigenvalue is below, but by little
  //   start  n x b, independent columns: b is the size of the block
  FilteredSubspace(BlockOperator op, double least, Eigen::MatrixXd start)
      : op_(std::move(op)), least_(least), block_(std::move(start)) {
    if (4 * block_.cols() > block_.rows()) {
      throw std::invalid_argument("FilteredSubspace: a block of a quarter of the rows or less");
    }
  }

  // k < b pairs, each with a residual of `tolerance` at most unless `max_products` were not
  // enough.
  //   share  the tolerance is no more than this share of the distance between the first eigenvalue
  //          and the second, where k > 1
  EigenPairs solve(Eigen::Index k, double tolerance, int max_products, double share = 1);

  // Returns the n x b vectors of the last step, by decreasing values.
  const Eigen::MatrixXd& block() const { return block_; }

 private:
  // Nearer eigenvalues count as copies.
  static constexpr double min_gap = 1e-6;

  // Beyond it the polynomial would contain nothing but the first vector.
  static constexpr double max_growth = 18;  // exp(18): 6.6e7

  // Damps what lies below the block.
  double edge_of(const Eigen::VectorXd& values) const {
    return std::max(values[values.size() - 1], least_ + 1e-3);
  }

  // Returns the degree that shrinks what is left in the k-th vector by `factor`: 1 while that is as
  // small as what is damped, as from random vectors, whose values tell nothing of the largest.
  int degree_for(const Eigen::VectorXd& values, Eigen::Index k, double factor) const {
    const double edge = edge_of(values);
    if (values[k - 1] <= edge) return 1;
    const double wanted = std::log(2 * factor) / growth(edge, values[k - 1]);
    const double most = max_growth / growth(edge, values[0]);
    return std::max(1, static_cast<int>(std::ceil(std::min(wanted, most))));
  }

  // Logarithm of what a degree contributes at `value`.
  double growth(double edge, double value) const {
    const double mapped = (2 * value - (edge + least_)) / (edge - least_);
    return std::acosh(std::max(mapped, 1 + 1e-6));
  }

  // Gram-Schmidt, twice.
  void orthonormalize();

  // Makes the block Ritz vectors, and `image` their products; returns the values, decreasing.
  Eigen::VectorXd rotate(Eigen::MatrixXd& image);

  // block <- p(M) block, p of this degree; image = M block, overwritten.
  void filter(Eigen::MatrixXd& image, double edge, int degree);

  BlockOperator op_;
  double least_;
  Eigen::MatrixXd block_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE EigenPairs FilteredSubspace::solve(Eigen::Index k, double tolerance, int max_products,
                                                 double share) {
  if (k < 1 || k >= block_.cols()) {
    throw std::invalid_argument("FilteredSubspace: fewer pairs than columns");
  }
  int n_products = 0;
  for (;;) {
    orthonormalize();
    Eigen::MatrixXd image = op_.times(block_);
    ++n_products;
    const Eigen::VectorXd values = rotate(image);
    const Eigen::VectorXd residuals =
        (image - block_ * values.asDiagonal()).leftCols(k).colwise().norm();
    const double worst = residuals.maxCoeff();
    const double gap = k > 1 ? std::max(values[0] - values[1], min_gap) : 1;
    const double wanted = std::min(tolerance, share * gap);
    if (worst <= wanted || n_products >= max_products) {
      return {values.head(k), block_.leftCols(k), residuals};
    }
    const int degree = std::min(degree_for(values, k, worst / wanted), max_products - n_products);
    filter(image, edge_of(values), degree);
    n_products += degree - 1;
  }
}

LAPSCALE_ONCE void FilteredSubspace::orthonormalize() {
  for (Eigen::Index j = 0; j < block_.cols(); ++j) {
    block_.col(j).normalize();
    for (int twice = 0; twice < 2; ++twice) {
      const Eigen::VectorXd share = transpose_times_vector(block_.leftCols(j), block_.col(j));
      block_.col(j) -= times_vector(block_.leftCols(j), share);
    }
    block_.col(j).normalize();
  }
}

LAPSCALE_ONCE Eigen::VectorXd FilteredSubspace::rotate(Eigen::MatrixXd& image) {
  Eigen::MatrixXd inner = transpose_times(block_, image);
  inner = ((inner + inner.transpose()) / 2).eval();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(inner);
  const Eigen::MatrixXd turn = eigen.eigenvectors().rowwise().reverse();
  block_ = times(block_, turn);
  image = times(image, turn);
  return eigen.eigenvalues().reverse();
}

LAPSCALE_ONCE void FilteredSubspace::filter(Eigen::MatrixXd& image, double edge, int degree) {
  const double centre = (edge + least_) / 2;
  const double half = (edge - least_) / 2;
  Eigen::MatrixXd previous = block_;
  block_ = (image - centre * block_) / half;
  for (int m = 1; m < degree; ++m) {
    image = op_.times(block_);
    previous = (2 / half) * (image - centre * block_) - previous;
    previous.swap(block_);
  }
}

#endif

}  // namespace lapscale

#endif
