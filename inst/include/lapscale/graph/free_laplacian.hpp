#ifndef LAPSCALE_GRAPH_FREE_LAPLACIAN_HPP
#define LAPSCALE_GRAPH_FREE_LAPLACIAN_HPP

#include <cstddef>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The rows and columns of the Laplacian D - W that belong to some points, those without a given
// value: what a harmonic function solves.
class FreeLaplacian {
 public:
  //   weights  n x n, of which those stored and `rows` are below 2^31 together
  //   degree   length n
  //   rows     increasing
  FreeLaplacian(const SparseView& weights, Span<const double> degree, Span<const std::size_t> rows,
                const Runtime& runtime)
      : weights_(weights),
        degree_(degree),
        rows_(rows),
        runtime_(runtime),
        place_(weights.size(), -1),
        begin_(rows.size() + 1, 0) {
    for (std::size_t j = 0; j < rows.size(); ++j) place_[rows[j]] = static_cast<int>(j);
    for_rows(rows.size(), runtime, [&](std::size_t j) {
      for_links(j, [&](int, double) { ++begin_[j + 1]; });
      ++begin_[j + 1];
    });
    for (std::size_t j = 0; j < rows.size(); ++j) begin_[j + 1] += begin_[j];
  }

  // Where each row begins, and their end.
  const std::vector<int>& begin() const { return begin_; }

  //   column, value  as long as begin() says, written
  void fill(Span<int> column, Span<double> value) const {
    for_rows(rows_.size(), runtime_, [&](std::size_t j) {
      const auto own = static_cast<int>(j);
      auto at = static_cast<std::size_t>(begin_[j]);
      const auto put = [&](int i, double entry) {
        column[at] = i;
        value[at++] = entry;
      };
      bool before = true;
      for_links(j, [&](int i, double weight) {
        if (before && i > own) {
          put(own, diagonal(j));
          before = false;
        }
        put(i, -weight);
      });
      if (before) put(own, diagonal(j));
    });
  }

 private:
  // visit(i, weight) for the others among these points, in their order.
  template <class Visit>
  void for_links(std::size_t j, const Visit& visit) const {
    const std::size_t row = rows_[j];
    for (int e = weights_.begin[row]; e < weights_.begin[row + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      const int i = place_[static_cast<std::size_t>(weights_.column[entry])];
      if (i >= 0 && i != static_cast<int>(j)) visit(i, weights_.value[entry]);
    }
  }

  double diagonal(std::size_t j) const {
    const std::size_t row = rows_[j];
    double entry = degree_[row];
    for (int e = weights_.begin[row]; e < weights_.begin[row + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      if (static_cast<std::size_t>(weights_.column[at]) == row) entry -= weights_.value[at];
    }
    return entry;
  }

  SparseView weights_;
  Span<const double> degree_;
  Span<const std::size_t> rows_;
  const Runtime& runtime_;
  std::vector<int> place_;  // of each point among these, -1 for the others
  std::vector<int> begin_;
};

}  // namespace lapscale

#endif
