#ifndef LAPSCALE_LINALG_BLOCK_KRYLOV_HPP
#define LAPSCALE_LINALG_BLOCK_KRYLOV_HPP

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "lapscale/linalg/eigenvalue_certificate.hpp"
#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The largest eigenvalues of a positive definite map whose product with a few vectors costs hardly
// more than with one: Lanczos iteration by blocks from random columns (Golub and Underwood 1977),
// with full orthogonalisation and without restarts. Copies of an eigenvalue come whole where there
// are fewer of them than columns.
class BlockKrylov {
 public:
  //   start    n x b random columns, 2 <= b
  //   runtime  of the products between vectors
  BlockKrylov(BlockMap map, Eigen::MatrixXd start, Runtime runtime)
      : map_(std::move(map)), runtime_(std::move(runtime)), next_(std::move(start)) {}

  // Whether the first k Ritz vectors are eigenvectors and, but for a chance of 1e-7, those of the k
  // largest eigenvalues; false where `most` columns are not enough to say so.
  //   tolerance  of a residual, relative to its eigenvalue
  bool search(Eigen::Index k, double tolerance, Eigen::Index most) {
    const Eigen::Index width = next_.cols();
    basis_.resize(next_.rows(), most);
    inner_ = Eigen::MatrixXd::Zero(most, most);
    while (size_ + width <= most) {
      if (!step()) return false;
      if (size_ < k + 2 * width) continue;
      rotate();
      if ((errors_.head(k).array() <= tolerance * values_.head(k).array()).all() && sure_of(k)) {
        return true;
      }
    }
    return false;
  }

  // Those Ritz vectors, n x k.
  Eigen::MatrixXd vectors(Eigen::Index k) const {
    Eigen::MatrixXd found(basis_.rows(), k);
    by_rows([&](Eigen::Index, Eigen::Index first, Eigen::Index count) {
      found.middleRows(first, count).noalias() =
          basis_.block(first, 0, count, size_) * turn_.leftCols(k);
    });
    return found;
  }

 private:
  // Sums over rows are those of these pieces, one after the other.
  static constexpr Eigen::Index piece = 4096;
  // Relative distances between copies; residuals of vectors that may count as eigenvectors.
  static constexpr double same = 1e-6;

  // body(which, first, count) for each piece of the rows.
  template <class Body>
  void by_rows(const Body& body) const {
    for_ranges(basis_.rows(), piece, runtime_, [&](Eigen::Index first, Eigen::Index end) {
      body(first / piece, first, end - first);
    });
  }

  // Takes `next_` into the basis, and its image outside of that for the next. False where it is
  // all inside.
  bool step() {
    const Eigen::Index width = next_.cols();
    Eigen::MatrixXd ahead = Eigen::MatrixXd::Zero(width, width);
    if (size_ == 0 && !orthonormalize(next_, ahead)) return false;
    basis_.middleCols(size_, width) = next_;
    next_ = map_(next_);
    size_ += width;
    for (int twice = 0; twice < 2; ++twice) {
      inner_.block(0, size_ - width, size_, width) += take_out(next_);
    }
    if (!orthonormalize(next_, ahead)) return false;
    ahead_ = ahead;
    return true;
  }

  // The shares of the basis in these columns, which lose them.
  Eigen::MatrixXd take_out(Eigen::MatrixXd& columns) const {
    const auto inside = basis_.leftCols(size_);
    std::vector<Eigen::MatrixXd> parts(
        static_cast<std::size_t>((inside.rows() + piece - 1) / piece));
    by_rows([&](Eigen::Index which, Eigen::Index first, Eigen::Index count) {
      parts[static_cast<std::size_t>(which)].noalias() =
          inside.middleRows(first, count).transpose() * columns.middleRows(first, count);
    });
    Eigen::MatrixXd share = Eigen::MatrixXd::Zero(size_, columns.cols());
    for (const Eigen::MatrixXd& part : parts) share += part;
    by_rows([&](Eigen::Index, Eigen::Index first, Eigen::Index count) {
      columns.middleRows(first, count).noalias() -= inside.middleRows(first, count) * share;
    });
    return share;
  }

  // Columns into orthonormal ones times an upper triangle; false where they are dependent.
  static bool orthonormalize(Eigen::MatrixXd& columns, Eigen::MatrixXd& triangle) {
    triangle.setZero();
    const double scale = columns.colwise().norm().maxCoeff();
    for (Eigen::Index j = 0; j < columns.cols(); ++j) {
      for (int twice = 0; twice < 2; ++twice) {
        const Eigen::VectorXd share = columns.leftCols(j).transpose() * columns.col(j);
        columns.col(j) -= columns.leftCols(j) * share;
        triangle.col(j).head(j) += share;
      }
      triangle(j, j) = columns.col(j).norm();
      if (!(triangle(j, j) > 1e-12 * scale)) return false;
      columns.col(j) /= triangle(j, j);
    }
    return true;
  }

  void rotate() {
    // The solver looks at the lower triangle.
    const Eigen::MatrixXd inner = inner_.topLeftCorner(size_, size_).transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(inner);
    values_ = eigen.eigenvalues().reverse();
    turn_ = eigen.eigenvectors().rowwise().reverse();
    errors_ = (ahead_ * turn_.bottomRows(next_.cols())).colwise().norm();
  }

  // Whether no eigenvalue above the k-th can be missing. Take the first q vectors, all found, out
  // of space: what is left of the search is one from random columns in the rest of it, and had the
  // rest an eigenvalue of the size of the k-th, the next Ritz value would most likely be near it.
  // Each of the columns would have to fail, but as many as there are copies found already of an
  // eigenvalue, as these columns went into finding them.
  bool sure_of(Eigen::Index k) const {
    const Eigen::Index steps = size_ / next_.cols();
    const double level = values_[k - 1];
    Eigen::Index copies = 1;
    Eigen::Index most_copies = 1;
    for (Eigen::Index q = 1; q < size_ && errors_[q - 1] <= same * values_[q - 1]; ++q) {
      copies = q > 1 && values_[q - 2] - values_[q - 1] <= same * values_[q - 2] ? copies + 1 : 1;
      most_copies = std::max(most_copies, copies);
      if (q < k) continue;
      const Eigen::Index columns = next_.cols() - most_copies;
      if (columns < 1) return false;
      const double share = (level - values_[q]) / level;
      const double chance =
          std::pow(1e-7 / static_cast<double>(q + 1), 1 / static_cast<double>(columns));
      if (share > 0 &&
          steps_to_be_sure(basis_.rows(), share, chance) <= static_cast<double>(steps)) {
        return true;
      }
    }
    return false;
  }

  BlockMap map_;
  Runtime runtime_;
  Eigen::MatrixXd next_;   // the block that the basis goes on with
  Eigen::MatrixXd basis_;  // its first `size_` columns, orthonormal
  Eigen::MatrixXd inner_;  // the map inside the basis: its upper triangle of blocks
  Eigen::MatrixXd ahead_;  // the last block's image outside, in terms of `next_`
  Eigen::Index size_ = 0;
  Eigen::VectorXd values_;  // Ritz values, decreasing
  Eigen::VectorXd errors_;  // residuals of their vectors
  Eigen::MatrixXd turn_;    // the vectors in terms of the basis
};

}  // namespace lapscale

#endif
