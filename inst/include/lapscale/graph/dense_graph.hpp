#ifndef LAPSCALE_GRAPH_DENSE_GRAPH_HPP
#define LAPSCALE_GRAPH_DENSE_GRAPH_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// All weights exp(-|x_i - x_j|^2 / (h_i h_j)) of a heat-kernel graph.
//   bandwidth  h_i by position, in the frame's unit
//   out        n x n, by rows as given; written
inline void dense_graph(const PointIndex& index, const std::vector<double>& bandwidth,
                        bool self_loops, const Runtime& runtime, Span<double> out) {
  const std::size_t n = index.size();
  const double everywhere = std::numeric_limits<double>::infinity();
  const SimdKernels kernels = runtime.kernels();
  for_blocks(runtime, index.tree().n_leaves(), [&](std::size_t leaf) {
    PairPass pass(index, runtime);
    pass.select_leaves(index.tree().leaf_box(leaf), everywhere);
    std::vector<double> exponent;
    for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
      pass.run(position,
               [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                 double* column = out.data() + index.row_of(position[q]) * n;
                 const std::size_t size = std::min(count, n - first);
                 exponent.assign(sq_dist, sq_dist + count);
                 for (std::size_t j = 0; j < size; ++j) {
                   exponent[j] /= bandwidth[position[q]] * bandwidth[first + j];
                 }
                 kernels.heat_weights(exponent.data(), count, 1, everywhere, exponent.data());
                 for (std::size_t j = 0; j < size; ++j) {
                   column[index.row_of(first + j)] = exponent[j];
                 }
               });
      for (const std::size_t at : position) {
        if (!self_loops) out[index.row_of(at) * (n + 1)] = 0;
      }
    });
  });
}

}  // namespace lapscale

#endif
