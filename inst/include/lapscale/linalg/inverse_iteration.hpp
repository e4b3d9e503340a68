#ifndef LAPSCALE_LINALG_INVERSE_ITERATION_HPP
#define LAPSCALE_LINALG_INVERSE_ITERATION_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"

namespace lapscale {

// A view of a sparse matrix in compressed columns.
using SparseMap = Eigen::Map<const Eigen::SparseMatrix<double, Eigen::ColMajor, int>>;

struct SmallestEigenpairs {
  Eigen::VectorXd values;     // increasing, not negative
  Eigen::MatrixXd vectors;    // orthonormal
  Eigen::VectorXd residuals;  // |M v - lambda v| relative to the largest diagonal entry of M
  Eigen::Index n_unsettled;   // residuals that still say something when the rounds are used up
  int n_rounds;               // that it took; 0 for a dense solver
};

// The bottom of the spectrum of M = F F', F sparse: squared singular values, many of them close to
// zero. Block inverse iteration with Rayleigh-Ritz (Parlett, The Symmetric Eigenvalue Problem,
// section 14.5); the block is larger than what is wanted, so that multiplicities come complete. Its
// start is fixed: two calls agree to the last bit.
class InverseIteration {
 public:
  static constexpr int max_rounds = 300;

  //   factor  F, n x p
  //   known   n x c, orthonormal vectors of the null space, which are not searched
  InverseIteration(const SparseMap& factor, Eigen::MatrixXd known);

  // Solves by a dense solver.
  SmallestEigenpairs solve_densely(Eigen::Index wanted) const;

  //   solve  X -> (M + shift I)^-1 X, the shift far below the eigenvalues that matter
  SmallestEigenpairs solve_by(const BlockMap& solve, Eigen::Index wanted) const;

 private:
  // Tells whether the vectors of the last round lie in the space of this one, so that inverse
  // iteration has nothing to add (which says nothing about single vectors of a multiple
  // eigenvalue), or their residuals are rounding.
  static bool settled(const SmallestEigenpairs& found, const Eigen::VectorXd& last,
                      const Eigen::MatrixXd& turn);

  Eigen::MatrixXd start(Eigen::Index width) const;

  // Returns an orthonormal basis of what the columns span outside the known vectors.
  Eigen::MatrixXd orthonormal_outside(Eigen::MatrixXd columns) const;

  // Returns pairs with their residuals. These eigenvalues may all be small, so a residual is to be
  // compared with the largest of them.
  //   image  F' times the vectors
  SmallestEigenpairs pairs(const Eigen::VectorXd& values, const Eigen::MatrixXd& vectors,
                           const Eigen::MatrixXd& image) const;

  SparseMap factor_;
  Eigen::MatrixXd known_;
  Eigen::VectorXd squares_;  // the diagonal of M
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE InverseIteration::InverseIteration(const SparseMap& factor, Eigen::MatrixXd known)
    : factor_(factor), known_(std::move(known)), squares_(Eigen::VectorXd::Zero(factor.rows())) {
  for (Eigen::Index j = 0; j < factor_.outerSize(); ++j) {
    for (SparseMap::InnerIterator e(factor_, j); e; ++e) {
      squares_[e.row()] += e.value() * e.value();
    }
  }
}

LAPSCALE_ONCE SmallestEigenpairs InverseIteration::solve_densely(Eigen::Index wanted) const {
  const Eigen::Index n = factor_.rows();
  const Eigen::MatrixXd f = factor_;
  Eigen::MatrixXd m = times_transpose(f, f);
  Eigen::MatrixXd above = Eigen::MatrixXd::Zero(n, n);
  add_times_transpose(above, known_, known_, 2 * squares_.sum());
  m += above;  // known vectors go above the rest
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  const Eigen::MatrixXd vectors = eigen.eigenvectors().leftCols(std::min(wanted, n));
  SmallestEigenpairs found =
      pairs(eigen.eigenvalues().head(vectors.cols()), vectors, factor_.transpose() * vectors);
  found.n_unsettled = 0;
  return found;
}

LAPSCALE_ONCE SmallestEigenpairs InverseIteration::solve_by(const BlockMap& solve,
                                                            Eigen::Index wanted) const {
  const Eigen::Index width = std::min(factor_.rows() - known_.cols(), 2 * wanted + 6);
  Eigen::MatrixXd block = orthonormal_outside(start(width));
  SmallestEigenpairs found;
  Eigen::VectorXd last = Eigen::VectorXd::Constant(wanted, std::numeric_limits<double>::infinity());
  for (int round = 1; round <= max_rounds; ++round) {
    const Eigen::MatrixXd old = block.leftCols(wanted);
    block = orthonormal_outside(solve(block));
    const Eigen::MatrixXd turn = outside(old, block);
    Eigen::MatrixXd image = factor_.transpose() * block;
    const Eigen::MatrixXd gram = transpose_times(image, image);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
    block = times(block, eigen.eigenvectors());
    image = times(image, eigen.eigenvectors().leftCols(wanted));
    found = pairs(eigen.eigenvalues().head(wanted), block.leftCols(wanted), image);
    found.n_rounds = round;
    if (round > 3 && settled(found, last, turn)) {
      found.n_unsettled = 0;
      break;
    }
    last = found.values;
  }
  return found;
}

LAPSCALE_ONCE bool InverseIteration::settled(const SmallestEigenpairs& found,
                                             const Eigen::VectorXd& last,
                                             const Eigen::MatrixXd& turn) {
  const double change = (found.values - last).cwiseAbs().maxCoeff();
  const bool same = change <= 1e-9 * found.values.maxCoeff();
  return (same && turn.colwise().norm().maxCoeff() < 1e-8) ||
         found.residuals.maxCoeff() < 4 * std::numeric_limits<double>::epsilon();
}

LAPSCALE_ONCE Eigen::MatrixXd InverseIteration::start(Eigen::Index width) const {
  const CounterRandom random(1);
  std::uint64_t at = 0;
  Eigen::MatrixXd block(factor_.rows(), width);
  for (Eigen::Index j = 0; j < width; ++j) {
    for (double& entry : block.col(j)) entry = random.uniform(at++) - 0.5;
  }
  return block;
}

LAPSCALE_ONCE SmallestEigenpairs InverseIteration::pairs(const Eigen::VectorXd& values,
                                                         const Eigen::MatrixXd& vectors,
                                                         const Eigen::MatrixXd& image) const {
  SmallestEigenpairs found{values.cwiseMax(0), vectors, {}, 0, 0};
  const double scale = squares_.maxCoeff();
  const Eigen::MatrixXd rest =
      Eigen::MatrixXd(factor_ * image) - vectors * found.values.asDiagonal();
  found.residuals = rest.colwise().norm().transpose() / scale;
  found.n_unsettled = (found.residuals.array() > 1e-8 * found.values.maxCoeff() / scale).count();
  return found;
}

LAPSCALE_ONCE Eigen::MatrixXd InverseIteration::orthonormal_outside(Eigen::MatrixXd columns) const {
  columns -= times(known_, transpose_times(known_, columns));
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
  return reflected_axes(qr.householderQ(), columns.cols());
}

#endif

}  // namespace lapscale

#endif
