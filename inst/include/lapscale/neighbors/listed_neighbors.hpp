#ifndef LAPSCALE_NEIGHBORS_LISTED_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_LISTED_NEIGHBORS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Lists of k neighbours that were found elsewhere, as nearest_neighbors() has its own: by position,
// nearest first, ties by row. Distances are those of a pass over pairs, to the last bit.
//   row  n x k, column after column: entry j of the list of each row, a row
inline Adjacency listed_neighbors(const PointIndex& index, Span<const std::size_t> row,
                                  std::size_t k, const Runtime& runtime) {
  const std::size_t n = index.size();
  if (k < 1 || row.size() != n * k) throw std::invalid_argument("listed_neighbors: not n x k rows");
  const auto outside = [n](std::size_t one) { return one >= n; };
  if (std::any_of(row.begin(), row.end(), outside)) {
    throw std::invalid_argument("listed_neighbors: a row beyond the last");
  }
  Adjacency lists;
  for (std::size_t i = 0; i <= n; ++i) lists.begin.push_back(i * k);
  lists.neighbors.resize(n * k);
  constexpr std::size_t block = 256;
  for_ranges(n, block, runtime, [&](std::size_t begin, std::size_t end) {
    const SimdKernels kernels = runtime.kernels();
    const std::size_t width = padded(k);
    AlignedBuffer panels(width * index.dim());
    AlignedBuffer query(block_width * index.dim());
    AlignedBuffer sq_dist(block_width * width);
    for (std::size_t i = begin; i < end; ++i) {
      const Span<Neighbor> list = Span(lists.neighbors).part(i * k, (i + 1) * k);
      for (std::size_t j = 0; j < width; ++j) {
        const std::size_t at = row[std::min(j, k - 1) * n + index.row_of(i)];
        const std::size_t position = index.position_of(at);
        if (j < k) list[j].point = static_cast<std::uint32_t>(position);
        double* panel = panels.data() + j / panel_width * panel_width * index.dim();
        for (std::size_t c = 0; c < index.dim(); ++c) {
          panel[c * panel_width + j % panel_width] = index.coordinate(position, c);
        }
      }
      index.pack_block(&i, 1, query.data());
      kernels.sq_distances(panels.data(), index.dim(), width / panel_width, query.data(),
                           sq_dist.data());
      for (std::size_t j = 0; j < k; ++j) list[j].sq_dist = sq_dist[j];
      std::sort(list.begin(), list.end(), [&](const Neighbor& a, const Neighbor& b) {
        if (a.sq_dist < b.sq_dist) return true;
        return !(b.sq_dist < a.sq_dist) && index.row_of(a.point) < index.row_of(b.point);
      });
    }
  });
  return lists;
}

}  // namespace lapscale

#endif
