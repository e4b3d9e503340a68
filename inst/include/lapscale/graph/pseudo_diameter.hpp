#ifndef LAPSCALE_GRAPH_PSEUDO_DIAMETER_HPP
#define LAPSCALE_GRAPH_PSEUDO_DIAMETER_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// Returns the eccentricity of `first`: how many edges away the farthest row is that can be reached
// from it. `order` becomes the rows reached, nearest first, and `seen` is set for them.
// Breadth-first search.
inline std::size_t eccentricity(const SparseView& graph, std::size_t first, std::vector<char>& seen,
                                std::vector<std::size_t>& order, Watch& watch) {
  order.assign(1, first);
  seen[first] = 1;
  std::size_t hops = 0;
  std::size_t level_end = 1;
  for (std::size_t next = 0; next < order.size(); ++next) {
    if (next == level_end) {
      ++hops;
      level_end = order.size();
    }
    const std::size_t at = order[next];
    watch.step(1 + static_cast<std::size_t>(graph.begin[at + 1] - graph.begin[at]), next,
               graph.size());
    for (int e = graph.begin[at]; e < graph.begin[at + 1]; ++e) {
      const auto to = static_cast<std::size_t>(graph.column[static_cast<std::size_t>(e)]);
      if (seen[to]) continue;
      seen[to] = 1;
      order.push_back(to);
    }
  }
  return hops;
}

// Returns a lower bound, mostly a good one, of the largest distance between two rows of a symmetric
// graph in edges, over its components: from the farthest row that a first search finds.
inline std::size_t pseudo_diameter(const SparseView& graph, const Runtime& runtime) {
  Watch watch(runtime);
  std::vector<char> seen(graph.size(), 0);
  std::vector<std::size_t> order;
  std::size_t diameter = 0;
  for (std::size_t row = 0; row < graph.size(); ++row) {
    if (seen[row]) continue;
    eccentricity(graph, row, seen, order, watch);
    const std::size_t farthest = order.back();
    for (const std::size_t r : order) seen[r] = 0;
    diameter = std::max(diameter, eccentricity(graph, farthest, seen, order, watch));
  }
  return diameter;
}

}  // namespace lapscale

#endif
