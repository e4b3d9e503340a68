#ifndef LAPSCALE_NEIGHBORS_RADIUS_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_RADIUS_NEIGHBORS_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Returns all points within a radius of each point, itself among them: lists by position, in order
// of position. Exact.
//   sq_radius  length n by position: squared radius of each point's own search
//   most       throws TooManyNeighbors beyond this many in all
LAPSCALE_ONCE Adjacency radius_neighbors(const PointIndex& index,
                                         const std::vector<double>& sq_radius, std::size_t most,
                                         const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Adjacency radius_neighbors(const PointIndex& index,
                                         const std::vector<double>& sq_radius, std::size_t most,
                                         const Runtime& runtime) {
  const std::size_t n = index.size();
  const std::size_t n_leaves = index.tree().n_leaves();
  std::vector<std::vector<Neighbor>> found(n_leaves);
  Adjacency lists;
  lists.begin.assign(n + 1, 0);
  std::atomic<std::size_t> total{0};
  for_blocks(runtime, n_leaves, [&](std::size_t leaf) {
    PairPass pass(index, runtime);
    std::vector<std::vector<Neighbor>> near(block_width);
    const auto own = Span(sq_radius).part(leaf * leaf_size, std::min(n, (leaf + 1) * leaf_size));
    pass.select_leaves(index.tree().leaf_box(leaf), *std::max_element(own.begin(), own.end()));
    for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
      for (std::vector<Neighbor>& list : near) list.clear();
      pass.run(position,
               [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                 const double within = sq_radius[position[q]];
                 for (std::size_t i = 0; i < count && first + i < n; ++i) {
                   if (sq_dist[i] <= within) {
                     near[q].push_back({static_cast<std::uint32_t>(first + i), sq_dist[i]});
                   }
                 }
               });
      for (std::size_t q = 0; q < position.size(); ++q) {
        lists.begin[position[q] + 1] = near[q].size();
        found[leaf].insert(found[leaf].end(), near[q].begin(), near[q].end());
      }
    });
    if ((total += found[leaf].size()) > most) throw TooManyNeighbors("radius_neighbors");
  });
  for (std::size_t i = 0; i < n; ++i) lists.begin[i + 1] += lists.begin[i];
  lists.neighbors.reserve(lists.begin[n]);
  for_blocks(in_order(runtime), n_leaves, [&](std::size_t leaf) {
    lists.neighbors.insert(lists.neighbors.end(), found[leaf].begin(), found[leaf].end());
    std::vector<Neighbor>().swap(found[leaf]);
  });
  return lists;
}
#endif

}  // namespace lapscale

#endif
