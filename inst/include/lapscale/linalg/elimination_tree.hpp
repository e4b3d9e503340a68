#ifndef LAPSCALE_LINALG_ELIMINATION_TREE_HPP
#define LAPSCALE_LINALG_ELIMINATION_TREE_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/linalg/forest.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// The elimination tree of a symmetric sparse matrix (Liu 1990, SIAM J. Matrix Anal. Appl. 11), with
// rows in an order in which each comes after all its descendants, and these are contiguous.
struct EliminationTree {
  std::vector<int> order;   // row of the matrix that comes first, second, ...
  std::vector<int> place;   // of each row in that order
  std::vector<int> parent;  // in terms of the order; n for a root
};

// Returns the same elimination as by `order` (length n), in another order.
inline EliminationTree elimination_tree(const SparseView& matrix, const std::vector<int>& order,
                                        const Runtime& runtime) {
  const auto n = static_cast<int>(matrix.size());
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<int> place(at(n));
  for (int j = 0; j < n; ++j) place[at(order[at(j)])] = j;

  Watch watch(runtime);
  // The parent of a column is the row in which it is met first; paths are shortened on the way.
  std::vector<int> parent(at(n), n);
  std::vector<int> ancestor(at(n), n);
  for (int j = 0; j < n; ++j) {
    const std::size_t row = at(order[at(j)]);
    std::size_t work = at(matrix.begin[row + 1] - matrix.begin[row]);
    for (int e = matrix.begin[row]; e < matrix.begin[row + 1]; ++e) {
      int i = place[at(matrix.column[at(e)])];
      while (i < j) {
        const int up = std::exchange(ancestor[at(i)], j);
        if (up == n) parent[at(i)] = j;
        i = up;
        ++work;
      }
    }
    watch.step(work, j, n);
  }

  Forest forest(n);
  for (int j = n; j-- > 0;) forest.hang(j, parent[at(j)]);
  const std::vector<int> after = forest.postorder(watch);
  EliminationTree tree;
  tree.order.resize(at(n));
  tree.place.resize(at(n));
  std::vector<int> moved(at(n) + 1, n);
  for (int j = 0; j < n; ++j) moved[at(after[at(j)])] = j;
  tree.parent.resize(at(n));
  for (int j = 0; j < n; ++j) {
    tree.order[at(moved[at(j)])] = order[at(j)];
    tree.place[at(order[at(j)])] = moved[at(j)];
    tree.parent[at(moved[at(j)])] = moved[at(parent[at(j)])];
  }
  return tree;
}

}  // namespace lapscale

#endif
