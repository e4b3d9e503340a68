#ifndef LAPSCALE_WALK_EXTENSION_HPP
#define LAPSCALE_WALK_EXTENSION_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/nearest_neighbors.hpp"
#include "lapscale/pair_pass.hpp"
#include "lapscale/point_index.hpp"
#include "lapscale/runtime.hpp"
#include "lapscale/span.hpp"

namespace lapscale {

// How new points join a graph of n points.
struct ExtensionPlan {
  double bandwidth;           // h, in the frame's unit
  double cutoff;              // neighbours are the points within cutoff * h, +Inf: all ...
  std::size_t k;              // ... and the k nearest, >= 1
  Span<const double> factor;  // t_j^-alpha, length n, by row
};

// Functions at the points, n x q by row.
struct ExtendedValues {
  std::size_t count;            // q
  Span<const double> averaged;  // what a walk from elsewhere averages
  Span<const double> own;       // what holds at the points themselves
};

// Values at m queries: the mean of `averaged` over one step of the random walk from the query,
// weights proportional to exp(-d^2 / h^2) t_j^-alpha; at a query that coincides with points, the
// mean of their `own` values. Exponents are taken relative to the nearest point's, so weights never
// all vanish: far out the nearest decides.
//   values   m x q, by row of the queries, written
//   returns  distance to the nearest point over h, length m
inline std::vector<double> extend_by_walk(const PointIndex& points, const PointIndex& queries,
                                          const ExtensionPlan& plan, const ExtendedValues& f,
                                          const Runtime& runtime, Span<double> values) {
  const std::size_t n = points.size();
  const std::size_t m = queries.size();
  std::vector<double> distance(m);
  for_blocks(runtime, m, [&](std::size_t at) {
    PairPass pass(points, queries, runtime);
    const Span<const std::size_t> query(&at, 1);
    pass.aim(query, std::numeric_limits<double>::infinity());
    std::vector<Neighbor> found;
    const double reach = plan.cutoff * plan.bandwidth;
    NearestList nearest(points, std::min(plan.k, n));
    nearest.start();
    pass.run(query, [&](std::size_t, std::size_t first, const double* sq_dist, std::size_t count) {
      for (std::size_t i = 0; i < count && first + i < n; ++i) {
        nearest.add(first + i, sq_dist[i]);
        if (sq_dist[i] <= reach * reach) {
          found.push_back({static_cast<std::uint32_t>(first + i), sq_dist[i]});
        }
      }
    });
    for (const Neighbor& neighbor : nearest.finish()) {
      if (!(neighbor.sq_dist <= reach * reach)) found.push_back(neighbor);
    }
    const double closest = nearest.finish().front().sq_dist;
    const std::size_t row = queries.row_of(at);
    distance[row] = std::sqrt(closest) / plan.bandwidth;
    std::vector<double> sum(f.count, 0.0);
    double total = 0;
    for (const Neighbor& neighbor : found) {
      const std::size_t j = points.row_of(neighbor.point);
      const bool same = !(closest > 0);
      if (same && neighbor.sq_dist > 0) continue;
      const double exponent = (neighbor.sq_dist - closest) / plan.bandwidth / plan.bandwidth;
      const double weight = same ? 1 : std::exp(-exponent) * plan.factor[j];
      total += weight;
      for (std::size_t c = 0; c < f.count; ++c) {
        sum[c] += weight * (same ? f.own : f.averaged)[c * n + j];
      }
    }
    for (std::size_t c = 0; c < f.count; ++c) values[c * m + row] = sum[c] / total;
  });
  return distance;
}

}  // namespace lapscale

#endif
