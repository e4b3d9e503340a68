#ifndef LAPSCALE_SHORTEST_PATHS_HPP
#define LAPSCALE_SHORTEST_PATHS_HPP

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "lapscale/runtime.hpp"
#include "lapscale/span.hpp"
#include "lapscale/symmetric_operator.hpp"

namespace lapscale {

// Lengths of shortest paths from one place, by Dijkstra's algorithm. One object per thread; it owns
// the scratch memory.
class ShortestPaths {
 public:
  // graph  symmetric; its values are the lengths of the edges, 0 or more, +Inf for none
  explicit ShortestPaths(const SparseView& graph) : graph_(graph) {}

  // Forgets everything; then start() from one or more vertices with the length that leads there.
  void clear() {
    length_.assign(graph_.size(), std::numeric_limits<double>::infinity());
    queue_.clear();
  }
  void start(std::size_t vertex, double length) {
    if (!(length < length_[vertex])) return;
    length_[vertex] = length;
    push(length, vertex);
  }

  // Length of the shortest path to every vertex; +Inf where none leads.
  const std::vector<double>& run() {
    while (!queue_.empty()) {
      std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
      const auto [length, vertex] = queue_.back();
      queue_.pop_back();
      if (length > length_[vertex]) continue;
      for (int e = graph_.begin[vertex]; e < graph_.begin[vertex + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        start(static_cast<std::size_t>(graph_.column[entry]), length + graph_.value[entry]);
      }
    }
    return length_;
  }

 private:
  void push(double length, std::size_t vertex) {
    queue_.emplace_back(length, vertex);
    std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
  }

  const SparseView& graph_;
  std::vector<double> length_;
  std::vector<std::pair<double, std::size_t>> queue_;
};

// Shortest paths from each of several vertices.
//   from  length l, 0-based
//   out   n x l, written; +Inf where no path leads
inline void shortest_paths(const SparseView& graph, Span<const std::size_t> from,
                           const Runtime& runtime, Span<double> out) {
  const std::size_t n = graph.size();
  for_blocks(runtime, from.size(), [&](std::size_t j) {
    ShortestPaths paths(graph);
    paths.clear();
    paths.start(from[j], 0);
    const std::vector<double>& length = paths.run();
    std::copy(length.begin(), length.end(), out.data() + j * n);
  });
}

}  // namespace lapscale

#endif
