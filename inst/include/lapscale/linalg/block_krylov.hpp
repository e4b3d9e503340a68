#ifndef LAPSCALE_LINALG_BLOCK_KRYLOV_HPP
#define LAPSCALE_LINALG_BLOCK_KRYLOV_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lapscale/linalg/eigenvalue_certificate.hpp"
#include "lapscale/linalg/gram_schmidt.hpp"
#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The largest eigenvalues of a symmetric map whose product with a few vectors costs hardly more
// than with one. Lanczos iteration by blocks from random columns (Golub and Underwood 1977), with
// full orthogonalization and without restarts. All copies of an eigenvalue are found if there are
// fewer of them than columns.
class BlockKrylov {
 public:
  // Limits the residuals, given their eigenvalues.
  using Allowed = std::function<Eigen::VectorXd(const Eigen::VectorXd& values)>;

  //   least    no eigenvalue is below
  //   start    n x b random columns, b a multiple of block_width
  //   runtime  of the products between vectors
  BlockKrylov(BlockMap map, double least, Eigen::MatrixXd start, Runtime runtime)
      : map_(std::move(map)),
        least_(least),
        runtime_(std::move(runtime)),
        kernels_(runtime_.kernels()),
        next_(std::move(start)) {
    if (next_.cols() % static_cast<Eigen::Index>(block_width) != 0) {
      throw std::invalid_argument("BlockKrylov: columns in fours");
    }
  }

  // Tells whether the first k Ritz vectors are eigenvectors and, but for a chance of 1e-7, those of
  // the k largest eigenvalues; false where `most` columns are not enough to say so.
  bool search(Eigen::Index k, const Allowed& allowed, Eigen::Index most) {
    const Eigen::Index width = next_.cols();
    basis_.resize(static_cast<Eigen::Index>(padded(static_cast<std::size_t>(next_.rows()))), most);
    inner_ = Eigen::MatrixXd::Zero(most, most);
    while (size_ + width <= most) {
      if (!step()) return false;
      if (size_ < k + 2 * width) continue;
      rotate();
      const Eigen::VectorXd bound = allowed(values_.head(k));
      if ((errors_.head(k).array() <= bound.array()).all() && sure_of(k)) return true;
    }
    return false;
  }

  // Returns those Ritz vectors, n x k, and their values.
  Eigen::MatrixXd vectors(Eigen::Index k) const {
    return times(basis_.topLeftCorner(next_.rows(), size_), turn_.leftCols(k));
  }
  Eigen::VectorXd values(Eigen::Index k) const { return values_.head(k); }

 private:
  // Sums over rows are sums of these pieces, one after the other.
  static constexpr Eigen::Index piece = 1024;
  // Relative distances between copies; residuals of vectors that may count as eigenvectors.
  static constexpr double same = 1e-6;

  // Calls body(which, first, count) for each piece of the rows.
  template <class Body>
  void by_rows(const Body& body) const {
    for_ranges(basis_.rows(), piece, runtime_, [&](Eigen::Index first, Eigen::Index end) {
      body(static_cast<std::size_t>(first / piece), first, static_cast<std::size_t>(end - first));
    });
  }

  // Takes `next_` into the basis, and its image outside of that for the next. False where it is
  // all inside.
  bool step() {
    const Eigen::Index width = next_.cols();
    Eigen::MatrixXd triangle(width, width);
    if (size_ == 0 && !make_orthonormal(next_, triangle)) return false;
    const Eigen::Index n = next_.rows();
    basis_.middleCols(size_, width).topRows(n) = next_;
    basis_.middleCols(size_, width).bottomRows(basis_.rows() - n).setZero();
    Eigen::MatrixXd image = Eigen::MatrixXd::Zero(basis_.rows(), width);
    image.topRows(n) = map_(next_);
    size_ += width;
    ahead_.setIdentity(width, width);
    for (int round = 0; round < 2; ++round) {
      for (int twice = 0; twice < 2; ++twice) {
        inner_.block(0, size_ - width, size_, width) += times(take_out(image), ahead_);
      }
      next_ = image.topRows(n);
      if (!make_orthonormal(next_, triangle)) return false;
      ahead_ = times(triangle, ahead_);
      const double largest = triangle.colwise().norm().maxCoeff();
      if (triangle.diagonal().minCoeff() > 1e-4 * largest) return true;
      // The rest of columns that were nearly dependent is mostly rounding, so this is repeated.
      image.topRows(n) = next_;
    }
    return false;
  }

  // Returns the shares of the basis in these columns, which lose them.
  Eigen::MatrixXd take_out(Eigen::MatrixXd& columns) const {
    const Eigen::Index rows = basis_.rows();
    std::vector<Eigen::MatrixXd> parts(static_cast<std::size_t>((rows + piece - 1) / piece));
    by_rows([&](std::size_t which, Eigen::Index first, std::size_t count) {
      parts[which] = shares(columns, first, count);
    });
    Eigen::MatrixXd share = Eigen::MatrixXd::Zero(size_, columns.cols());
    for (const Eigen::MatrixXd& part : parts) share += part;
    by_rows([&](std::size_t, Eigen::Index first, std::size_t count) {
      for (Eigen::Index j = 0; j < size_; ++j) {
        for (Eigen::Index c = 0; c < columns.cols(); ++c) {
          kernels_.add_multiple(&basis_(first, j), -share(j, c), count, &columns(first, c));
        }
      }
    });
    return share;
  }

  // Returns products of the basis with these columns over some rows.
  Eigen::MatrixXd shares(const Eigen::MatrixXd& columns, Eigen::Index first,
                         std::size_t count) const {
    constexpr auto group = static_cast<Eigen::Index>(block_width);
    const auto step = static_cast<std::size_t>(basis_.rows());
    AlignedBuffer sum(block_width * block_width * panel_width);
    AlignedBuffer out(block_width * block_width);
    Eigen::MatrixXd share(size_, columns.cols());
    for (Eigen::Index j = 0; j < size_; j += group) {
      for (Eigen::Index c = 0; c < columns.cols(); c += group) {
        std::fill(sum.data(), sum.data() + sum.size(), 0.0);
        kernels_.add_dots(&columns(first, c), step, &basis_(first, j), step, block_width, count,
                          sum.data());
        kernels_.lane_sums(sum.data(), block_width, out.data());
        share.block<group, group>(j, c) =
            Eigen::Map<const Eigen::Matrix<double, group, group>>(out.data());
      }
    }
    return share;
  }

  void rotate() {
    // The solver looks at the lower triangle.
    const Eigen::MatrixXd inner = inner_.topLeftCorner(size_, size_).transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(inner);
    values_ = eigen.eigenvalues().reverse();
    turn_ = eigen.eigenvectors().rowwise().reverse();
    errors_ = times(ahead_, turn_.bottomRows(next_.cols())).colwise().norm();
  }

  // Tells whether no eigenvalue above the k-th can be missing. If the first q vectors, all found,
  // are projected out, the search is one from random columns in the rest of the space. If the rest
  // had an eigenvalue of the size of the k-th, the next Ritz value would most likely be near it.
  // Each of the columns would have to fail, except as many as there are copies of an eigenvalue
  // that were found, because these columns were used to find them.
  bool sure_of(Eigen::Index k) const {
    const Eigen::Index steps = size_ / next_.cols();
    const double level = values_[k - 1];
    Eigen::Index copies = 1, max_copies = 1;
    for (Eigen::Index q = 1; q < size_ && errors_[q - 1] <= same * values_[q - 1]; ++q) {
      copies = q > 1 && values_[q - 2] - values_[q - 1] <= same * values_[q - 2] ? copies + 1 : 1;
      max_copies = std::max(max_copies, copies);
      if (q < k) continue;
      const Eigen::Index columns = next_.cols() - max_copies;
      if (columns < 1) return false;
      const double share = (level - values_[q]) / (level - least_);
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
  double least_;
  Runtime runtime_;
  SimdKernels kernels_;
  Eigen::MatrixXd next_;   // the block that the basis goes on with
  Eigen::MatrixXd basis_;  // its first `size_` columns, orthonormal; rows of 0 to whole panels
  Eigen::MatrixXd inner_;  // the map inside the basis: its upper triangle of blocks
  Eigen::MatrixXd ahead_;  // the last block's image outside, in terms of `next_`
  Eigen::Index size_ = 0;
  Eigen::VectorXd values_;  // Ritz values, decreasing
  Eigen::VectorXd errors_;  // residuals of their vectors
  Eigen::MatrixXd turn_;    // the vectors in terms of the basis
};

}  // namespace lapscale

#endif
