#ifndef LAPSCALE_LINALG_ALIKE_ROWS_HPP
#define LAPSCALE_LINALG_ALIKE_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include "lapscale/linalg/quotient_graph.hpp"
#include "lapscale/runtime/signed_vector.hpp"

namespace lapscale {

// Finds rows of a quotient graph that have the same neighbours: those whose neighbours have the
// same sum are compared.
class AlikeRows {
 public:
  //   n  above all nodes and sums
  explicit AlikeRows(int n) : first_(n, -1), sum_(n, -1), next_(n, -1), met_(n, 0) {}

  void insert(int row, int sum) {
    sum_[row] = sum;
    next_[row] = std::exchange(first_[sum], row);
  }

  // Joins those rows of the sum of this one that are alike, and forgets them: entries compared.
  std::size_t merge(int row, QuotientGraph& graph) {
    std::size_t compared = 0;
    int i = std::exchange(first_[sum_[row]], -1);
    for (; i != -1 && next_[i] != -1; i = next_[i]) {
      // The first of each list is the element that is being built.
      ++mark_;
      for (std::ptrdiff_t p = graph.start[i] + 1; p < graph.end_of(i); ++p) {
        met_[graph.list[p]] = mark_;
      }
      int before = i;
      for (int j = next_[i]; j != -1; j = next_[before]) {
        compared += static_cast<std::size_t>(graph.length[j]);
        if (is_like(j, i, graph)) {
          graph.size[i] += graph.size[j];
          graph.kill(j, i);
          next_[before] = next_[j];
        } else {
          before = j;
        }
      }
    }
    return compared;
  }

 private:
  bool is_like(int j, int i, const QuotientGraph& graph) const {
    if (graph.length[i] != graph.length[j]) return false;
    if (graph.n_elements[i] != graph.n_elements[j]) return false;
    std::ptrdiff_t p = graph.start[j] + 1;
    while (p < graph.end_of(j) && met_[graph.list[p]] == mark_) ++p;
    return p == graph.end_of(j);
  }

  SignedVector<int> first_;  // of each sum
  SignedVector<int> sum_;
  SignedVector<int> next_;  // of the same sum
  SignedVector<std::int64_t> met_;
  std::int64_t mark_ = 0;
};

}  // namespace lapscale

#endif
