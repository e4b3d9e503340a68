#ifndef LAPSCALE_GRAPH_SHORTEST_PATHS_HPP
#define LAPSCALE_GRAPH_SHORTEST_PATHS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The median length of the edges, 1 where all are zero: how finely paths are sorted on the way.
inline double typical_length(const SparseView& graph) {
  std::vector<double> length;
  for (const double value : graph.value) {
    if (value > 0 && std::isfinite(value)) length.push_back(value);
  }
  if (length.empty()) return 1;
  const Span<double> all(length);
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return all[all.size() / 2];
}

// Lengths of shortest paths from one place: vertices wait in buckets by length, and a vertex whose
// length shrinks later is visited again (Dial's form of Dijkstra's algorithm). A length is the
// least over all paths of the sum along the path, whatever the buckets' width. One object per
// thread; it owns the scratch memory.
class ShortestPaths {
 public:
  // graph    symmetric; its values are the lengths of the edges, 0 or more, +Inf for none
  // typical  typical_length(graph)
  ShortestPaths(const SparseView& graph, double typical)
      : graph_(graph), width_(typical / 4), bucket_(n_buckets) {}

  // Forgets everything; then start() from one or more vertices with the length that leads there.
  void clear() {
    length_.assign(graph_.size(), std::numeric_limits<double>::infinity());
    later_.clear();
  }
  void start(std::size_t vertex, double length) {
    if (!(length < length_[vertex])) return;
    length_[vertex] = length;
    later_.push_back({length, vertex});
  }

  // Length of the shortest path to every vertex; +Inf where none leads.
  const std::vector<double>& run() {
    while (fill_buckets()) {
      for (std::vector<Waiting>& bucket : bucket_) {
        // Visits may lengthen the bucket.
        for (std::size_t i = 0; i < bucket.size(); ++i) visit(bucket[i]);
        bucket.clear();
      }
    }
    return length_;
  }

 private:
  static constexpr std::size_t n_buckets = 256;

  struct Waiting {
    double length;
    std::size_t vertex;
  };

  bool is_stale(const Waiting& waiting) const { return waiting.length > length_[waiting.vertex]; }

  // Into its bucket, or with those for later.
  void push(const Waiting& waiting) {
    const double place = (waiting.length - base_) / width_;
    if (place < n_buckets) {
      bucket_[static_cast<std::size_t>(place)].push_back(waiting);
    } else {
      later_.push_back(waiting);
    }
  }

  // Buckets from the least length that waits on; false if none does.
  bool fill_buckets() {
    std::vector<Waiting> waiting;
    std::swap(waiting, later_);
    base_ = std::numeric_limits<double>::infinity();
    for (const Waiting& one : waiting) {
      if (!is_stale(one)) base_ = std::min(base_, one.length);
    }
    for (const Waiting& one : waiting) {
      if (!is_stale(one)) push(one);
    }
    return std::isfinite(base_);
  }

  void visit(const Waiting waiting) {
    if (is_stale(waiting)) return;
    const int end = graph_.begin[waiting.vertex + 1];
    for (int e = graph_.begin[waiting.vertex]; e < end; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      const auto to = static_cast<std::size_t>(graph_.column[entry]);
      const double length = waiting.length + graph_.value[entry];
      if (!(length < length_[to])) continue;
      length_[to] = length;
      push({length, to});
    }
  }

  const SparseView& graph_;
  double width_;
  double base_ = 0;
  std::vector<double> length_;
  std::vector<std::vector<Waiting>> bucket_;
  std::vector<Waiting> later_;
};

// Shortest paths from each of several vertices.
//   from  length l, 0-based
//   out   n x l, written; +Inf where no path leads
inline void shortest_paths(const SparseView& graph, Span<const std::size_t> from,
                           const Runtime& runtime, Span<double> out) {
  const std::size_t n = graph.size();
  const double typical = typical_length(graph);
  constexpr std::size_t block = 4;
  for_ranges(from.size(), block, runtime, [&](std::size_t begin, std::size_t end) {
    ShortestPaths paths(graph, typical);
    for (std::size_t j = begin; j < end; ++j) {
      paths.clear();
      paths.start(from[j], 0);
      const std::vector<double>& length = paths.run();
      std::copy(length.begin(), length.end(), out.data() + j * n);
    }
  });
}

}  // namespace lapscale

#endif
