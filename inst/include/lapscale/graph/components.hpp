#ifndef LAPSCALE_GRAPH_COMPONENTS_HPP
#define LAPSCALE_GRAPH_COMPONENTS_HPP

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

struct Components {
  std::vector<std::size_t> membership;  // length n, 0-based; by decreasing size, then first point
  std::vector<std::size_t> sizes;       // decreasing
};

// Returns connected components of a symmetric graph; an edge is any stored entry above zero.
inline Components connected_components(const SparseView& graph, const Runtime& runtime) {
  Watch watch(runtime);
  std::size_t n_seen = 0;
  const std::size_t n = graph.size();
  const std::size_t unseen = n;
  std::vector<std::size_t> label(n, unseen);
  std::vector<std::size_t> size;
  std::vector<std::size_t> stack;
  for (std::size_t first = 0; first < n; ++first) {
    if (label[first] != unseen) continue;
    label[first] = size.size();
    size.push_back(0);
    stack.assign(1, first);
    while (!stack.empty()) {
      const std::size_t at = stack.back();
      stack.pop_back();
      ++size.back();
      watch.step(1 + static_cast<std::size_t>(graph.begin[at + 1] - graph.begin[at]), ++n_seen, n);
      for (int e = graph.begin[at]; e < graph.begin[at + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        const auto to = static_cast<std::size_t>(graph.column[entry]);
        if (label[to] != unseen || !(graph.value[entry] > 0)) continue;
        label[to] = label[first];
        stack.push_back(to);
      }
    }
  }
  std::vector<std::size_t> order(size.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  std::vector<std::size_t> rank(size.size());
  Components result;
  for (std::size_t r = 0; r < order.size(); ++r) {
    rank[order[r]] = r;
    result.sizes.push_back(size[order[r]]);
  }
  for (const std::size_t l : label) result.membership.push_back(rank[l]);
  return result;
}

}  // namespace lapscale

#endif
