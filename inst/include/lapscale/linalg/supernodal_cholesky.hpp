#ifndef LAPSCALE_LINALG_SUPERNODAL_CHOLESKY_HPP
#define LAPSCALE_LINALG_SUPERNODAL_CHOLESKY_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/linalg/matrix_product.hpp"
#include "lapscale/linalg/supernodal_pattern.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Fills in the Cholesky factor of factor * M + shift * I, M symmetric and sparse, by the
// multifrontal method (Duff and Reid 1983, ACM Trans. Math. Softw. 9): what a supernode subtracts
// from those above it is a dense matrix, handed to its parent, which adds up those of its children.
// Small subtrees are blocks of work for threads; above them the products are.
class SupernodalCholesky {
 public:
  //   value  as long as pattern.value_begin() says
  SupernodalCholesky(const SparseView& matrix, const SupernodalPattern& pattern, double factor,
                     double shift, double* value, Runtime runtime);

  // False where the matrix is not positive definite in double precision.
  bool fill();

 private:
  using Front = Eigen::Map<Eigen::MatrixXd>;
  using Block = Eigen::Ref<Eigen::MatrixXd>;

  // Supernodes `first` to `end` - 1: the last, and all its descendants.
  struct Range {
    std::size_t first;
    std::size_t end;
  };

  static constexpr std::size_t together = 16;
  static constexpr double small_work = 3e7;  // multiplications of a subtree: some 10 ms
  static constexpr Eigen::Index panel = 48;

  std::vector<Range> small_subtrees() const;

  // Works on one thread, without asking for interrupts.
  void eliminate(const Range& subtree);

  void eliminate(std::size_t s, const Runtime& runtime);

  // The entries of the matrix in its columns, and what its children hand over.
  //   local  row of the front for each row of the factor that it has, written
  void assemble(std::size_t s, std::vector<int>& local, Front& own, Eigen::MatrixXd& update);

  // target -= b t', t the first rows of b, as many as the target has columns; what is above the
  // diagonal of the target may become anything.
  static void subtract_products(const Eigen::Ref<const Eigen::MatrixXd>& b, Block target,
                                const Runtime& runtime);

  SparseView matrix_;
  const SupernodalPattern& pattern_;
  double factor_;
  double shift_;
  double* value_;
  Runtime runtime_;
  std::vector<std::size_t> begin_;
  std::vector<std::size_t> parent_;
  std::vector<std::size_t> first_child_;
  std::vector<std::size_t> next_sibling_;
  std::vector<int> place_;
  std::vector<Eigen::MatrixXd> updates_;  // lower triangles
  KeptObjects<std::vector<int>> local_;
  std::atomic<bool> definite_{true};
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE SupernodalCholesky::SupernodalCholesky(const SparseView& matrix,
                                                     const SupernodalPattern& pattern,
                                                     double factor, double shift, double* value,
                                                     Runtime runtime)
    : matrix_(matrix),
      pattern_(pattern),
      factor_(factor),
      shift_(shift),
      value_(value),
      runtime_(std::move(runtime)),
      begin_(pattern.value_begin()),
      parent_(pattern.parents()),
      place_(matrix.size()),
      updates_(pattern.n_supernodes()) {
  for (std::size_t j = 0; j < place_.size(); ++j) {
    place_[static_cast<std::size_t>(pattern.order[j])] = static_cast<int>(j);
  }
  const std::size_t n = pattern.n_supernodes();
  first_child_.assign(n + 1, n);
  next_sibling_.assign(n, n);
  for (std::size_t s = n; s-- > 0;) {
    next_sibling_[s] = std::exchange(first_child_[parent_[s]], s);
  }
}

LAPSCALE_ONCE bool SupernodalCholesky::fill() {
  const std::vector<Range> subtrees = small_subtrees();
  std::size_t next = 0;
  std::size_t done = 0;
  for (std::size_t s = 0; s < pattern_.n_supernodes() && definite_;) {
    if (next == subtrees.size() || s < subtrees[next].first) {
      eliminate(s++, runtime_);
      continue;
    }
    if (next == done) {
      // Not all at once, because what they hand over waits in memory.
      const std::size_t count = std::min(together, subtrees.size() - done);
      for_blocks(runtime_, count, [&](std::size_t b) { eliminate(subtrees[next + b]); });
      done += count;
    }
    s = subtrees[next++].end;
  }
  return definite_;
}

LAPSCALE_ONCE auto SupernodalCholesky::small_subtrees() const -> std::vector<Range> {
  const std::size_t n = pattern_.n_supernodes();
  std::vector<double> work(n + 1, 0);
  std::vector<std::size_t> first(n + 1);
  for (std::size_t s = 0; s <= n; ++s) first[s] = s;
  for (std::size_t s = 0; s < n; ++s) {
    const auto height = static_cast<double>(pattern_.height(s));
    work[s] += static_cast<double>(pattern_.width(s)) * height * height;
    work[parent_[s]] += work[s];
    first[parent_[s]] = std::min(first[parent_[s]], first[s]);
  }
  std::vector<Range> subtrees;
  for (std::size_t s = 0; s < n; ++s) {
    const bool whole = parent_[s] == n || work[parent_[s]] > small_work;
    if (work[s] <= small_work && whole) subtrees.push_back({first[s], s + 1});
  }
  return subtrees;
}

LAPSCALE_ONCE void SupernodalCholesky::eliminate(const Range& subtree) {
  const Runtime alone{serial, {}, runtime_.simd};
  for (std::size_t s = subtree.first; s < subtree.end && definite_; ++s) eliminate(s, alone);
}

LAPSCALE_ONCE void SupernodalCholesky::eliminate(std::size_t s, const Runtime& runtime) {
  const auto height = static_cast<Eigen::Index>(pattern_.height(s));
  const auto width = static_cast<Eigen::Index>(pattern_.width(s));
  Front own(value_ + begin_[s], height, width);
  Eigen::MatrixXd& update = updates_[s];
  update = Eigen::MatrixXd::Zero(height - width, height - width);
  local_.with([this] { return std::vector<int>(place_.size()); },
              [&](std::vector<int>& local) { assemble(s, local, own, update); });
  for (Eigen::Index k = 0; k < width; k += panel) {
    const Eigen::Index count = std::min(panel, width - k);
    const Eigen::Index rest = height - k - count;
    Block corner = own.block(k, k, count, count);
    // A NaN passes for positive; whatever it meets ends on the diagonal.
    if (!cholesky_in_place(corner) || !corner.diagonal().allFinite()) {
      definite_ = false;
      return;
    }
    Block below = own.block(k + count, k, rest, count);
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(below);
    subtract_products(below, own.block(k + count, k + count, rest, width - k - count), runtime);
  }
  subtract_products(own.bottomRows(height - width), update, runtime);
}

LAPSCALE_ONCE void SupernodalCholesky::assemble(std::size_t s, std::vector<int>& local, Front& own,
                                                Eigen::MatrixXd& update) {
  const int* row = pattern_.row.data() + pattern_.row_begin[s];
  const auto row_of = [&](int i) -> Eigen::Index { return local[static_cast<std::size_t>(i)]; };
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    local[static_cast<std::size_t>(row[i])] = static_cast<int>(i);
  }
  own.setZero();
  for (Eigen::Index j = 0; j < own.cols(); ++j) {
    const auto from = static_cast<std::size_t>(pattern_.order[static_cast<std::size_t>(row[j])]);
    own(j, j) = shift_;
    for (int e = matrix_.begin[from]; e < matrix_.begin[from + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      const int i = place_[static_cast<std::size_t>(matrix_.column[entry])];
      if (i >= row[j]) own(row_of(i), j) += factor_ * matrix_.value[entry];
    }
  }
  for (std::size_t c = first_child_[s]; c < next_sibling_.size(); c = next_sibling_[c]) {
    const Eigen::MatrixXd& share = updates_[c];
    const int* child = pattern_.row.data() + pattern_.row_begin[c] + pattern_.width(c);
    for (Eigen::Index q = 0; q < share.cols(); ++q) {
      const Eigen::Index column = row_of(child[q]);
      const Eigen::Index skip = column < own.cols() ? 0 : own.cols();
      double* to = skip == 0 ? own.col(column).data() : update.col(column - skip).data();
      for (Eigen::Index i = q; i < share.rows(); ++i) to[row_of(child[i]) - skip] += share(i, q);
    }
    updates_[c].resize(0, 0);
  }
}

LAPSCALE_ONCE void SupernodalCholesky::subtract_products(const Eigen::Ref<const Eigen::MatrixXd>& b,
                                                         Block target, const Runtime& runtime) {
  constexpr Eigen::Index tile = 128;
  for (Eigen::Index j = 0; j < target.cols(); j += tile) {
    const Eigen::Index count = std::min(tile, target.cols() - j);
    const Eigen::Index rest = target.rows() - j;
    if (rest < tile) {
      add_times_transpose(target.block(j, j, rest, count), b.bottomRows(rest),
                          b.middleRows(j, count), -1);
    } else {
      const Eigen::MatrixXd turned = b.middleRows(j, count).transpose();
      add_product(b.bottomRows(rest), turned, -1, target.block(j, j, rest, count), runtime);
    }
  }
}

#endif

}  // namespace lapscale

#endif
