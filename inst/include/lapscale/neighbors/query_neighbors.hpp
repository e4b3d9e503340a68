#ifndef LAPSCALE_NEIGHBORS_QUERY_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_QUERY_NEIGHBORS_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/growing_lists.hpp"
#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Returns the k nearest points of each query, k or more with all ties: lists by position of the
// query, of positions of points, nearest first, equal ones by row. Exact; a point that coincides
// with the query counts.
//   queries  in the frame of the points
//   most     throws TooManyNeighbors beyond this many in all
LAPSCALE_ONCE Adjacency query_neighbors(const PointIndex& points, const PointIndex& queries,
                                        std::size_t k, Ties ties, const Runtime& runtime,
                                        std::size_t most);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Adjacency query_neighbors(const PointIndex& points, const PointIndex& queries,
                                        std::size_t k, Ties ties, const Runtime& runtime,
                                        std::size_t most) {
  const std::size_t n = points.size();
  const std::size_t m = queries.size();
  if (k < 1 || k > n) throw std::invalid_argument("query_neighbors: k must be in [1, n]");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double widest = 0x1p40;
  GrowingLists lists(m, k, (m + block_width - 1) / block_width, most);
  for_query_blocks(m, runtime, [&](Span<const std::size_t> query) {
    PairPass pass(points, queries, runtime);
    std::vector<NearestList> nearest(query.size(), NearestList(points, k, ties));
    const auto visit = [&](std::size_t q, std::size_t first, const double* sq_dist,
                           std::size_t count) {
      for (std::size_t i = 0; i < count && first + i < n; ++i) {
        nearest[q].add(first + i, sq_dist[i]);
      }
    };
    // Ever wider until k points lie within the radius of the search.
    double sq_radius = k + leaf_size < n && points.tree().has_boxes() ? 0x1p-20 : infinity;
    for (bool found = false; !found;) {
      for (NearestList& list : nearest) list.start();
      pass.select_leaves(query, sq_radius);
      pass.run_within(
          query, [&](std::size_t q) { return nearest[q].limit(); }, visit);
      found = true;
      for (NearestList& list : nearest) found = found && list.bound() <= sq_radius;
      sq_radius = sq_radius < widest ? 4 * sq_radius : infinity;
    }
    for (std::size_t q = 0; q < query.size(); ++q) {
      lists.set(query[q], query[q] / block_width, nearest[q].finish());
    }
  });
  return lists.take(runtime);
}
#endif

// Returns the same without a limit.
inline Adjacency query_neighbors(const PointIndex& points, const PointIndex& queries, std::size_t k,
                                 Ties ties, const Runtime& runtime) {
  return query_neighbors(points, queries, k, ties, runtime, std::size_t(-1));
}

// Returns squared distance of each query to its k-th nearest point, a coinciding point not counted
// (one of them, if several coincide); by position of the query. +Inf where that is not finite.
LAPSCALE_ONCE std::vector<double> sq_neighbor_distances(const PointIndex& points,
                                                        const PointIndex& queries, std::size_t k,
                                                        const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE std::vector<double> sq_neighbor_distances(const PointIndex& points,
                                                        const PointIndex& queries, std::size_t k,
                                                        const Runtime& runtime) {
  const std::size_t most = std::min(k + 1, points.size());
  const Adjacency lists = query_neighbors(points, queries, most, Ties::any, runtime);
  std::vector<double> sq_dist;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const Span<const Neighbor> list = lists.of(q);
    const bool coincides = !(list[0].sq_dist > 0);
    sq_dist.push_back(list[std::min(most, coincides ? k + 1 : k) - 1].sq_dist);
  }
  return sq_dist;
}
#endif

}  // namespace lapscale

#endif
