#ifndef LAPSCALE_LINALG_BLOCK_DAVIDSON_HPP
#define LAPSCALE_LINALG_BLOCK_DAVIDSON_HPP

#include <algorithm>
#include <cmath>
#include <utility>

#include "lapscale/linalg/eigen_pairs.hpp"
#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/linalg/matrix_product.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The largest eigenvalues of a symmetric map M outside of some known vectors, with the help of an
// approximate inverse of I - M: the basis goes on with that of the residuals (Davidson 1975,
// J. Comput. Phys. 17; by blocks Crouzeix, Philippe, Sadkane 1994, SIAM J. Sci. Comput. 15).
class BlockDavidson {
 public:
  //   inverse  about that of I - M
  //   known    n x c, orthonormal eigenvectors
  //   most     columns of the basis
  BlockDavidson(BlockMap map, BlockMap inverse, Eigen::MatrixXd known, Eigen::Index most,
                Runtime runtime)
      : map_(std::move(map)),
        inverse_(std::move(inverse)),
        known_(std::move(known)),
        runtime_(std::move(runtime)),
        basis_(known_.rows(), most),
        image_(known_.rows(), most),
        inner_(most, most) {}

  // Takes columns into the basis.
  void add(Eigen::MatrixXd columns) {
    if (size_ + columns.cols() > basis_.cols()) restart();
    columns = orthonormal(std::move(columns));
    const Eigen::Index width = columns.cols();
    if (width == 0) return;
    basis_.middleCols(size_, width) = columns;
    image_.middleCols(size_, width) = map_(columns);
    ++n_products_;
    size_ += width;
    inner_.block(0, size_ - width, size_, width) =
        cross_product(basis_.leftCols(size_), image_.middleCols(size_ - width, width), runtime_);
  }

  // Goes on until the first k Ritz vectors have residuals of `tolerance` at most, and no more than
  // this `share` of the distance between the first of them and 1; false where `most_products` are
  // not enough.
  //   width  of how many residuals the basis is extended, k at least
  bool search(Eigen::Index k, Eigen::Index width, double tolerance, double share,
              int most_products) {
    const int before = n_products_;
    if (size_ == 0) return false;
    for (;;) {
      rotate();
      k = std::min(k, size_);
      width = std::min(width, size_);
      Eigen::MatrixXd rest = residual(width);
      residuals_ = rest.colwise().norm();
      const double wanted = std::min(tolerance, share * std::max(1 - values_[0], min_gap));
      if (residuals_.head(k).maxCoeff() <= wanted) return true;
      if (n_products_ >= most_products + before) return false;
      Eigen::Index left = 0;
      for (Eigen::Index j = 0; j < width; ++j) {
        if (residuals_[j] > wanted) rest.col(left++) = rest.col(j) / residuals_[j];
      }
      const Eigen::Index old = size_;
      add(inverse_(rest.leftCols(left)));
      if (size_ == old) return false;
    }
  }

  // Of the last search: decreasing values, k or as many as there are.
  EigenPairs pairs(Eigen::Index k) const {
    k = std::min(k, residuals_.size());
    return {values_.head(k), product(basis_, turn_.leftCols(k)), residuals_.head(k)};
  }
  int n_products() const { return n_products_; }

 private:
  // Nearer eigenvalues count as copies.
  static constexpr double min_gap = 1e-6;
  // Norm below which a column of length 1 has nothing new.
  static constexpr double nothing = 1e-10;

  Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) const {
    Eigen::MatrixXd c = Eigen::MatrixXd::Zero(a.rows(), b.cols());
    add_product(a.leftCols(b.rows()), b, 1, c, runtime_);
    return c;
  }

  // M x - lambda x for the first k Ritz vectors.
  Eigen::MatrixXd residual(Eigen::Index k) const {
    Eigen::MatrixXd rest = product(image_, turn_.leftCols(k));
    const Eigen::MatrixXd scaled = turn_.leftCols(k) * values_.head(k).asDiagonal();
    add_product(basis_.leftCols(size_), scaled, -1, rest, runtime_);
    return rest;
  }

  void take_out(const Eigen::Ref<const Eigen::MatrixXd>& vectors, Eigen::MatrixXd& columns) const {
    if (vectors.cols() == 0) return;
    const Eigen::MatrixXd share = cross_product(vectors, columns, runtime_);
    add_product(vectors, share, -1, columns, runtime_);
  }

  // Returns columns outside of what is known and of the basis, orthonormal: as many as are new.
  Eigen::MatrixXd orthonormal(Eigen::MatrixXd columns) const {
    columns.colwise().normalize();
    Eigen::Index kept = 0;
    for (int twice = 0; twice < 2; ++twice) {
      take_out(known_, columns);
      take_out(basis_.leftCols(size_), columns);
      kept = 0;
      for (Eigen::Index j = 0; j < columns.cols(); ++j) {
        Eigen::VectorXd v = columns.col(j);
        for (int again = 0; again < 2; ++again) {
          const Eigen::VectorXd share = transpose_times_vector(columns.leftCols(kept), v);
          v -= times_vector(columns.leftCols(kept), share);
        }
        const double norm = v.norm();
        if (norm > nothing) columns.col(kept++) = v / norm;
      }
      columns.conservativeResize(Eigen::NoChange, kept);
    }
    return columns;
  }

  void rotate() {
    // The solver looks at the lower triangle.
    const Eigen::MatrixXd inner = inner_.topLeftCorner(size_, size_).transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(inner);
    values_ = eigen.eigenvalues().reverse();
    turn_ = eigen.eigenvectors().rowwise().reverse();
  }

  // Keeps the better half of the basis.
  void restart() {
    rotate();
    const Eigen::Index kept = size_ / 2;
    const Eigen::MatrixXd turn = turn_.leftCols(kept);
    basis_.leftCols(kept) = product(basis_, turn);
    image_.leftCols(kept) = product(image_, turn);
    size_ = kept;
    inner_.topLeftCorner(kept, kept) = values_.head(kept).asDiagonal();
  }

  BlockMap map_;
  BlockMap inverse_;
  Eigen::MatrixXd known_;
  Runtime runtime_;
  Eigen::MatrixXd basis_;  // its first `size_` columns, orthonormal
  Eigen::MatrixXd image_;  // the map of them
  Eigen::MatrixXd inner_;  // the map inside the basis: its upper triangle of blocks
  Eigen::Index size_ = 0;
  int n_products_ = 0;
  Eigen::VectorXd values_;  // Ritz values, decreasing
  Eigen::MatrixXd turn_;    // their vectors in terms of the basis
  Eigen::VectorXd residuals_;
};

}  // namespace lapscale

#endif
