#ifndef LAPSCALE_GRAPH_EXTENSION_RULE_HPP
#define LAPSCALE_GRAPH_EXTENSION_RULE_HPP

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/graph/heat_graph.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Which points of a heat-kernel graph a new point is connected to, and with which weights: the rule
// by which the graph itself was made. Lengths are in the frame's unit, vectors by position.
struct ExtensionRule {
  std::vector<double> bandwidth;        // h_j of the points
  std::vector<double> query_bandwidth;  // h(x) of the new points
  bool within_radius = true;            // pairs within cutoff bandwidths
  double cutoff = 0;                    // in bandwidths; may be +Inf
  std::size_t k = 0;                    // 0: none; else also, or only, the k nearest
  Symmetry symmetry = Symmetry::either;
  std::vector<double> sq_kth;        // squared distance of the k-th neighbor; empty: not asked
  std::vector<double> query_sq_kth;  // the same of the new points; empty for k = 0
  bool self_loops = true;            // false: one point that coincides with x is passed over
  bool relative = false;             // weights relative to the largest: they never all vanish
};

// Bandwidths of new points in a graph of local scales (neighbor_scale()); where the k-th neighbor
// coincides with the point, that of the point it coincides with.
//   bandwidth  of the points, by position
inline std::vector<double> query_scale(const PointIndex& points, const PointIndex& queries,
                                       const std::vector<double>& bandwidth, double factor,
                                       std::size_t k, const Runtime& runtime) {
  std::vector<double> scale = sq_neighbor_distances(points, queries, k, runtime);
  const Adjacency nearest = query_neighbors(points, queries, 1, Ties::any, runtime);
  for (std::size_t q = 0; q < scale.size(); ++q) {
    scale[q] = scale[q] > 0 ? factor * std::sqrt(scale[q]) : bandwidth[nearest.of(q)[0].point];
  }
  return scale;
}

// Returns the rule of the graph that `options` make of the points; with `relative` the k nearest
// are those of the new point alone.
//   sq_kth  of sq_kth_distances(); empty where no k nearest, or only those, count
inline ExtensionRule extension_rule(const PointIndex& points, const PointIndex& queries,
                                    const HeatGraphOptions& options,
                                    const std::vector<double>& bandwidth,
                                    const std::vector<double>& query_bandwidth,
                                    const std::vector<double>& sq_kth, bool relative,
                                    const Runtime& runtime) {
  ExtensionRule rule;
  rule.bandwidth = bandwidth;
  rule.query_bandwidth = query_bandwidth;
  rule.within_radius = options.within_radius;
  rule.cutoff = options.cutoff;
  rule.k = options.k;
  rule.symmetry = options.symmetry;
  rule.self_loops = options.self_loops;
  rule.relative = relative;
  if (rule.k == 0) return rule;
  rule.query_sq_kth = sq_neighbor_distances(points, queries, rule.k, runtime);
  rule.sq_kth = sq_kth;
  return rule;
}

}  // namespace lapscale

#endif
