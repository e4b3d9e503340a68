#ifndef LAPSCALE_NEIGHBORS_LISTED_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_LISTED_NEIGHBORS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/growing_lists.hpp"
#include "lapscale/neighbors/listed_distances.hpp"
#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Of neighbors that were found elsewhere the k nearest, with all ties, as nearest_neighbors() has
// its own: by position, nearest first, equal ones by row. Distances are those of a pass over pairs,
// to the last bit.
//   begin  length n + 1: where the list of each row, of k or more, begins in `row`
//   row    rows
//   whole  whether all of a list are kept, however many they are
inline Adjacency listed_neighbors(const PointIndex& index, Span<const std::size_t> begin,
                                  Span<const std::size_t> row, std::size_t k,
                                  const Runtime& runtime, bool whole = false) {
  const std::size_t n = index.size();
  bool fits = k > 0 && begin.size() == n + 1 && begin[0] == 0 && begin[n] == row.size();
  for (std::size_t i = 0; fits && i < n; ++i) fits = begin[i] + k <= begin[i + 1];
  if (!fits) throw std::invalid_argument("listed_neighbors: not k neighbours per row");
  const auto outside = [n](std::size_t one) { return one >= n; };
  if (std::any_of(row.begin(), row.end(), outside)) {
    throw std::invalid_argument("listed_neighbors: a row beyond the last");
  }
  constexpr std::size_t block = 256;
  GrowingLists lists(n, k, n / block + 1, row.size());
  for_ranges(n, block, runtime, [&](std::size_t first, std::size_t last) {
    ListedDistances distances(index, runtime);
    std::vector<Neighbor> list;
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t own = index.row_of(i);
      list.clear();
      for (std::size_t j = begin[own]; j < begin[own + 1]; ++j) {
        list.push_back({static_cast<std::uint32_t>(index.position_of(row[j])), 0.0});
      }
      distances.sort(i, list);
      if (!whole) keep_nearest(list, k, Ties::all);
      lists.set(i, first / block, list);
    }
  });
  return lists.take(runtime);
}

}  // namespace lapscale

#endif
