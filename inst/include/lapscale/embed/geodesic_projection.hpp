#ifndef LAPSCALE_EMBED_GEODESIC_PROJECTION_HPP
#define LAPSCALE_EMBED_GEODESIC_PROJECTION_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/graph/shortest_paths.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Where the paths of m new points enter a graph: lists of vertices, and how far they are.
struct PathStarts {
  Span<const std::size_t> begin;  // length m + 1: where the list of each begins
  Span<const std::size_t> vertex;
  Span<const double> distance;
};

// sum_l delta_l^2 basis_lc for each new point, delta_l the length of its shortest path to landmark
// l: what places a point by its distances to landmarks (de Silva and Tenenbaum 2004, section 2.3).
//   graph     symmetric, of lengths
//   landmark  length l
//   basis     l x c
//   out       m x c, written
inline void geodesic_projection(const SparseView& graph, const PathStarts& starts,
                                Span<const std::size_t> landmark, Span<const double> basis,
                                const Runtime& runtime, Span<double> out) {
  const std::size_t m = starts.begin.size() - 1;
  const std::size_t n_landmarks = landmark.size();
  const std::size_t n_columns = basis.size() / n_landmarks;
  const double typical = typical_length(graph);
  constexpr std::size_t block = 8;
  for_ranges(m, block, runtime, [&](std::size_t begin, std::size_t end) {
    ShortestPaths paths(graph, typical);
    for (std::size_t q = begin; q < end; ++q) {
      paths.clear();
      for (std::size_t e = starts.begin[q]; e < starts.begin[q + 1]; ++e) {
        paths.start(starts.vertex[e], starts.distance[e]);
      }
      const std::vector<double>& length = paths.run();
      for (std::size_t c = 0; c < n_columns; ++c) {
        double sum = 0;
        for (std::size_t l = 0; l < n_landmarks; ++l) {
          sum += length[landmark[l]] * length[landmark[l]] * basis[c * n_landmarks + l];
        }
        out[c * m + q] = sum;
      }
    }
  });
}

}  // namespace lapscale

#endif
