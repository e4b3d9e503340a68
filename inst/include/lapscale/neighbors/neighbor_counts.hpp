#ifndef LAPSCALE_NEIGHBORS_NEIGHBOR_COUNTS_HPP
#define LAPSCALE_NEIGHBORS_NEIGHBOR_COUNTS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Tells how many points lie within each of g radii of some points, those that coincide with them
// left out. Exact.
//   position  of these points, m of them
//   radii     increasing, in the frame's unit
//   mass      what each point counts, by position; empty: 1
//   returns   m x g, point after point
inline std::vector<double> neighbor_counts(const PointIndex& index,
                                           const std::vector<std::size_t>& position,
                                           Span<const double> radii, Span<const double> mass,
                                           const Runtime& runtime) {
  const std::size_t g = radii.size();
  std::vector<double> sq_radius;
  for (const double radius : radii) sq_radius.push_back(radius * radius);
  std::vector<double> counts(position.size() * g, 0.0);
  for_query_blocks(Span(position), runtime, [&](std::size_t first, Span<const std::size_t> query) {
    PairPass pass(index, runtime);
    pass.select_leaves(query, sq_radius.back());
    double* count = counts.data() + first * g;
    pass.run(query, [&](std::size_t q, std::size_t at, const double* sq_dist, std::size_t size) {
      for (std::size_t i = 0; i < size; ++i) {
        if (!(sq_dist[i] > 0 && sq_dist[i] <= sq_radius.back())) continue;
        const auto within = std::lower_bound(sq_radius.begin(), sq_radius.end(), sq_dist[i]);
        count[q * g + static_cast<std::size_t>(within - sq_radius.begin())] +=
            mass.size() == 0 ? 1.0 : mass[at + i];
      }
    });
    for (std::size_t q = 0; q < query.size(); ++q) {
      for (std::size_t k = 1; k < g; ++k) count[q * g + k] += count[q * g + k - 1];
    }
  });
  return counts;
}

}  // namespace lapscale

#endif
