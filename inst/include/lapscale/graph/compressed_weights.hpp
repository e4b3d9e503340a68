#ifndef LAPSCALE_GRAPH_COMPRESSED_WEIGHTS_HPP
#define LAPSCALE_GRAPH_COMPRESSED_WEIGHTS_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The edges of heat_graph() as columns and weights exp(-e_ij), one row after another.
//   column, weight  as long as edges.neighbors; written. Index types are R's.
inline void compressed_weights(const Adjacency& edges, const Runtime& runtime, Span<int> column,
                               Span<double> weight) {
  constexpr std::size_t block = 8192;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::size_t n_edges = edges.neighbors.size();
  const SimdKernels kernels = runtime.kernels();
  for_ranges(n_edges, block, runtime, [&](std::size_t first, std::size_t end) {
    std::vector<double> exponent(block, infinity);
    std::vector<double> kernel(block);
    const std::size_t size = end - first;
    for (std::size_t e = 0; e < size; ++e) {
      column[first + e] = static_cast<int>(edges.neighbors[first + e].point);
      exponent[e] = edges.neighbors[first + e].sq_dist;
    }
    kernels.heat_weights(exponent.data(), block, 1, infinity, kernel.data());
    std::copy(kernel.data(), kernel.data() + size, weight.data() + first);
  });
}

}  // namespace lapscale

#endif
