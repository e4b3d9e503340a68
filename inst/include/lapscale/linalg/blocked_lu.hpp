#ifndef LAPSCALE_LINALG_BLOCKED_LU_HPP
#define LAPSCALE_LINALG_BLOCKED_LU_HPP

#include <algorithm>

#include "lapscale/linalg/matrix_product.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Gaussian elimination with partial pivoting by panels of columns, so that nearly all its work is
// products by the vector kernels (Golub and Van Loan, Matrix Computations, section 3.4).
class BlockedLu {
 public:
  // Solves A X = B. A (u x u) is destroyed; X replaces B (u x q).
  BlockedLu(const Eigen::Ref<Eigen::MatrixXd>& a, const Eigen::Ref<Eigen::MatrixXd>& b,
            const Runtime& runtime)
      : a_(a), b_(b), runtime_(runtime) {}

  void solve() {
    const Eigen::Index u = a_.rows();
    for (Eigen::Index begin = 0; begin < u; begin += panel) {
      const Eigen::Index width = std::min(panel, u - begin);
      factor(begin, width);
      const Eigen::Index next = begin + width;
      reduce(begin, width, a_.rightCols(u - next));
      reduce(begin, width, b_);
    }
    for (Eigen::Index end = u; end > 0;) {
      const Eigen::Index begin = (end - 1) / panel * panel;
      const Eigen::Index width = end - begin;
      auto found = b_.middleRows(begin, width);
      solve_upper(a_.block(begin, begin, width, width), found);
      add_product(a_.block(0, begin, begin, width), found, -1, b_.topRows(begin), runtime_);
      end = begin;
    }
  }

 private:
  static constexpr Eigen::Index panel = 64;
  static constexpr Eigen::Index narrow = 8;

  // Eliminates columns first to first + width - 1 from the rows below them, halves first. Rows are
  // exchanged in all of A, and in B.
  void factor(Eigen::Index first, Eigen::Index width) {
    const Eigen::Index u = a_.rows();
    if (width > narrow) {
      const Eigen::Index half = width / 2;
      factor(first, half);
      const Eigen::Index below = u - first - half;
      auto right = a_.middleCols(first + half, width - half);
      solve_unit_lower(a_.block(first, first, half, half), right.middleRows(first, half));
      add_times(right.bottomRows(below), a_.block(first + half, first, below, half),
                right.middleRows(first, half), -1);
      factor(first + half, width - half);
      return;
    }
    for (Eigen::Index k = first; k < first + width; ++k) {
      Eigen::Index at = 0;
      const double largest = a_.col(k).tail(u - k).cwiseAbs().maxCoeff(&at);
      if (at > 0) {
        a_.row(k).swap(a_.row(k + at));
        b_.row(k).swap(b_.row(k + at));
      }
      if (!(largest > 0)) continue;
      const Eigen::Index below = u - k - 1;
      a_.col(k).tail(below) /= a_(k, k);
      for (Eigen::Index j = k + 1; j < first + width; ++j) {
        a_.col(j).tail(below) -= a_(k, j) * a_.col(k).tail(below);
      }
    }
  }

  // Applies what the elimination of a panel does to columns to its right, or to B.
  void reduce(Eigen::Index begin, Eigen::Index width, Eigen::Ref<Eigen::MatrixXd> columns) const {
    const Eigen::Index next = begin + width;
    const Eigen::Index below = a_.rows() - next;
    auto own = columns.middleRows(begin, width);
    solve_unit_lower(a_.block(begin, begin, width, width), own);
    add_product(a_.block(next, begin, below, width), own, -1, columns.bottomRows(below), runtime_);
  }

  Eigen::Ref<Eigen::MatrixXd> a_;
  Eigen::Ref<Eigen::MatrixXd> b_;
  Runtime runtime_;
};

}  // namespace lapscale

#endif
