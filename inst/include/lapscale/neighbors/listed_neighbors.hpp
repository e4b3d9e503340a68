#ifndef LAPSCALE_NEIGHBORS_LISTED_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_LISTED_NEIGHBORS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/listed_distances.hpp"
#include "lapscale/points/point_index.hpp"
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
    ListedDistances distances(index, runtime);
    for (std::size_t i = begin; i < end; ++i) {
      const Span<Neighbor> list = Span(lists.neighbors).part(i * k, (i + 1) * k);
      for (std::size_t j = 0; j < k; ++j) {
        const std::size_t position = index.position_of(row[j * n + index.row_of(i)]);
        list[j].point = static_cast<std::uint32_t>(position);
      }
      distances.sort(i, list);
    }
  });
  return lists;
}

}  // namespace lapscale

#endif
