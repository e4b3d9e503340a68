#ifndef LAPSCALE_POINTS_QUERY_BLOCKS_HPP
#define LAPSCALE_POINTS_QUERY_BLOCKS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/function_ref.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Calls body(positions) for positions begin to end - 1, up to `width` (at most leaf_size) at a
// time.
inline void for_position_blocks(std::size_t begin, std::size_t end,
                                FunctionRef<void(Span<const std::size_t> position)> body,
                                std::size_t width = block_width) {
  for (std::size_t first = begin; first < end; first += width) {
    std::size_t position[leaf_size] = {};
    const std::size_t count = std::min(width, end - first);
    for (std::size_t q = 0; q < count; ++q) position[q] = first + q;
    body(Span<const std::size_t>(position, count));
  }
}

// The same for the points of a leaf.
inline void for_leaf_blocks(const PointIndex& index, std::size_t leaf,
                            FunctionRef<void(Span<const std::size_t> position)> body,
                            std::size_t width = block_width) {
  for_position_blocks(leaf * leaf_size, std::min(index.size(), (leaf + 1) * leaf_size), body,
                      width);
}

// Tells how many points of a leaf are best processed together: in so many columns that one leaf
// fills the cache, all of them, so that each leaf is read once.
inline std::size_t queries_together(const PointIndex& index) {
  constexpr std::size_t many_columns = 256;
  return index.dim() > many_columns ? leaf_size : block_width;
}

// The same for m queries, in parallel.
template <class Body>
void for_query_blocks(std::size_t m, const Runtime& runtime, const Body& body) {
  for_ranges(m, block_width, runtime,
             [&](std::size_t begin, std::size_t end) { for_position_blocks(begin, end, body); });
}

// The same for listed positions: body(first, positions) for those from place `first` of the list.
template <class Body>
void for_query_blocks(Span<const std::size_t> query, const Runtime& runtime, const Body& body) {
  for_query_blocks(query.size(), runtime, [&](Span<const std::size_t> place) {
    body(place[0], query.part(place[0], place[0] + place.size()));
  });
}

}  // namespace lapscale

#endif
