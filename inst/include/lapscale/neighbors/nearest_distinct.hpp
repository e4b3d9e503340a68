#ifndef LAPSCALE_NEIGHBORS_NEAREST_DISTINCT_HPP
#define LAPSCALE_NEIGHBORS_NEAREST_DISTINCT_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Returns the smallest squared distance above zero among the pairs that a pass visits.
inline double closest_distinct(PairPass& pass, Span<const std::size_t> query) {
  double closest = std::numeric_limits<double>::infinity();
  pass.run(query, [&](std::size_t, std::size_t, const double* sq_dist, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (sq_dist[i] > 0) closest = std::min(closest, sq_dist[i]);
    }
  });
  return closest;
}

// Returns squared distance from each of m queries to the nearest point that does not coincide with
// it (+Inf if there is none), in the frame's unit.
//   queries  in the frame of the points; points themselves may be queries
//   returns  length m, by row of the queries
inline std::vector<double> nearest_distinct(const PointIndex& points, const PointIndex& queries,
                                            const Runtime& runtime) {
  std::vector<double> nearest(queries.size());
  for_blocks(runtime, queries.size(), [&](std::size_t position) {
    PairPass pass(points, queries, runtime);
    const Span<const std::size_t> query(&position, 1);
    // Ever wider until something is found: then nothing beyond it matters.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double bound = infinity;
    for (double sq_radius = 0; !(bound < infinity); sq_radius = std::max(16 * sq_radius, 0x1p-40)) {
      pass.select_leaves(query, sq_radius);
      bound = closest_distinct(pass, query);
      if (!(sq_radius < infinity)) break;
    }
    if (bound < infinity) {
      pass.select_leaves(query, bound);
      bound = closest_distinct(pass, query);
    }
    nearest[queries.row_of(position)] = bound;
  });
  return nearest;
}

}  // namespace lapscale

#endif
