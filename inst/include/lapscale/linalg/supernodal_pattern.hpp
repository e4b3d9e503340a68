#ifndef LAPSCALE_LINALG_SUPERNODAL_PATTERN_HPP
#define LAPSCALE_LINALG_SUPERNODAL_PATTERN_HPP

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/linalg/elimination_tree.hpp"
#include "lapscale/linalg/supernodal_factor.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// The places of the entries of a sparse Cholesky factor, see SupernodalFactor.
struct SupernodalPattern {
  std::vector<int> order;
  std::vector<int> first_column = {0};
  std::vector<int> row_begin = {0};
  std::vector<int> row;

  std::size_t n_supernodes() const { return first_column.size() - 1; }
  std::size_t width(std::size_t s) const {
    return static_cast<std::size_t>(first_column[s + 1] - first_column[s]);
  }
  std::size_t height(std::size_t s) const {
    return static_cast<std::size_t>(row_begin[s + 1] - row_begin[s]);
  }

  // The supernode of the first row below a supernode's own, n_supernodes() where there is none.
  std::vector<std::size_t> parents() const {
    std::vector<std::size_t> parent(n_supernodes(), n_supernodes());
    for (std::size_t s = 0; s < n_supernodes(); ++s) {
      if (width(s) == height(s)) continue;
      const int first = row[static_cast<std::size_t>(row_begin[s]) + width(s)];
      const auto above = std::upper_bound(first_column.begin(), first_column.end(), first);
      parent[s] = static_cast<std::size_t>(above - first_column.begin()) - 1;
    }
    return parent;
  }

  // Finds where the values of each supernode begin, and their number at the end.
  std::vector<std::size_t> value_begin() const {
    std::vector<std::size_t> begin = {0};
    for (std::size_t s = 0; s < n_supernodes(); ++s) {
      begin.push_back(begin.back() + height(s) * width(s));
    }
    return begin;
  }
};

LAPSCALE_ONCE SupernodalPattern supernodal_pattern(const SparseView& matrix,
                                                   const std::vector<int>& order,
                                                   const Runtime& runtime);
#if LAPSCALE_BODIES
// Finds it for an elimination in a given order. Columns with the rows of the one before, except
// that one, belong to its supernode. A supernode is merged with its last child if that stores few
// zeros (Ashcraft and Grimes 1989, ACM Trans. Math. Softw. 15).
class SupernodalAnalysis {
 public:
  SupernodalAnalysis(const SparseView& matrix, const std::vector<int>& order,
                     const Runtime& runtime)
      : matrix_(matrix),
        watch_(runtime),
        tree_(elimination_tree(matrix, order, runtime)),
        n_(static_cast<int>(matrix.size())),
        seen_(matrix.size(), -1),
        children_(matrix.size() + 1),
        ending_(matrix.size()) {}

  SupernodalPattern find() {
    for (int j = 1; j < n_; ++j) ++children_[at(tree_.parent[at(j - 1)])];
    next_sibling_.assign(at(n_), -1);
    last_child_.assign(at(n_) + 1, -1);
    for (int j = 0; j < n_; ++j) {
      const std::size_t row = at(tree_.order[at(j)]);
      watch_.step(at(matrix_.begin[row + 1] - matrix_.begin[row]), j, n_);
      if (j > 0 && continues(j)) continue;
      if (j > 0) finish(j);
      begin(j);
      watch_.step(2 * rows_.size(), j, n_);
    }
    if (n_ > 0) finish(n_);
    pattern_.order = std::move(tree_.order);
    return std::move(pattern_);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // visit(i) for the entries below the diagonal of column j, in terms of the order.
  template <class Visit>
  void below(int j, const Visit& visit) const {
    const std::size_t row = at(tree_.order[at(j)]);
    for (int e = matrix_.begin[row]; e < matrix_.begin[row + 1]; ++e) {
      const int i = tree_.place[at(matrix_.column[at(e)])];
      if (i > j) visit(i);
    }
  }

  // Tells whether column j has no row that the supernode has not which is being built.
  bool continues(int j) {
    if (tree_.parent[at(j - 1)] != j || children_[at(j)] != 1) return false;
    bool all = true;
    below(j, [&](int i) { all = all && seen_[at(i)] == first_; });
    return all;
  }

  // Begins a supernode with column j. Its rows are those of the column and of its
  // children.
  void begin(int j) {
    first_ = j;
    rows_.clear();
    const auto add = [&](int i) {
      if (seen_[at(i)] != j) {
        seen_[at(i)] = j;
        rows_.push_back(i);
      }
    };
    below(j, add);
    for (int last = last_child_[at(j)]; last >= 0; last = next_sibling_[at(last)]) {
      const std::size_t s = ending_[at(last)];
      const auto from = at(pattern_.row_begin[s]) + pattern_.width(s);
      for (std::size_t r = from; r < at(pattern_.row_begin[s + 1]); ++r) {
        if (pattern_.row[r] != j) add(pattern_.row[r]);
      }
    }
  }

  // Writes down the supernode that ends before column `end`.
  void finish(int end) {
    for (int j = first_; j < end; ++j) pattern_.row.push_back(j);
    std::sort(rows_.begin(), rows_.end());
    const auto beyond = std::lower_bound(rows_.begin(), rows_.end(), end);
    pattern_.row.insert(pattern_.row.end(), beyond, rows_.end());
    pattern_.first_column.push_back(end);
    pattern_.row_begin.push_back(static_cast<int>(pattern_.row.size()));
    zeros_.push_back(0);
    while (join_last()) {
    }
    const std::size_t s = pattern_.n_supernodes() - 1;
    ending_[at(end - 1)] = s;
    const int parent = tree_.parent[at(end - 1)];
    next_sibling_[at(end - 1)] = std::exchange(last_child_[at(parent)], end - 1);
  }

  // Joins the last two supernodes where the second is the parent of the first and few zeros come
  // in.
  bool join_last() {
    const std::size_t s = pattern_.n_supernodes() - 1;
    if (s == 0) return false;
    const int first = pattern_.first_column[s];
    const int parent = tree_.parent[at(first - 1)];
    if (parent < first || parent >= pattern_.first_column[s + 1]) return false;
    const std::size_t child = s - 1;
    const auto width = static_cast<double>(pattern_.width(child) + pattern_.width(s));
    const auto height = static_cast<double>(pattern_.width(child) + pattern_.height(s));
    const double zeros = zeros_[child] + zeros_[s] +
                         static_cast<double>(pattern_.width(child)) *
                             (height - static_cast<double>(pattern_.height(child)));
    const double share = zeros / (width * (height - (width - 1) / 2));
    if (!(width <= 4 || (width <= 16 && share < 0.8) || (width <= 48 && share < 0.1) ||
          share < 0.05)) {
      return false;
    }
    const auto place = pattern_.row.begin() + pattern_.row_begin[child];
    const auto own = static_cast<std::ptrdiff_t>(pattern_.width(child));
    const auto kept =
        std::copy(pattern_.row.begin() + pattern_.row_begin[s], pattern_.row.end(), place + own);
    pattern_.row.erase(kept, pattern_.row.end());
    pattern_.first_column.erase(pattern_.first_column.end() - 2);
    pattern_.row_begin.pop_back();
    pattern_.row_begin.back() = static_cast<int>(pattern_.row.size());
    zeros_.pop_back();
    zeros_.back() = zeros;
    return true;
  }

  SparseView matrix_;
  Watch watch_;
  EliminationTree tree_;
  int n_;
  SupernodalPattern pattern_;
  int first_ = 0;                // column of the supernode that is being built
  std::vector<int> rows_;        // its rows, those that became its columns among them
  std::vector<int> seen_;        // by row: the last supernode with it, by its first column
  std::vector<int> children_;    // of each column, how many
  std::vector<int> last_child_;  // last columns of supernodes that hang on a column, a list
  std::vector<int> next_sibling_;
  std::vector<std::size_t> ending_;  // the supernode that ends with a column
  std::vector<double> zeros_;        // that each supernode stores
};

LAPSCALE_ONCE SupernodalPattern supernodal_pattern(const SparseView& matrix,
                                                   const std::vector<int>& order,
                                                   const Runtime& runtime) {
  return SupernodalAnalysis(matrix, order, runtime).find();
}
#endif

}  // namespace lapscale

#endif
