#ifndef LAPSCALE_NEIGHBORS_LOCAL_SCALE_HPP
#define LAPSCALE_NEIGHBORS_LOCAL_SCALE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The bandwidth at each point, by position: the same everywhere, or `factor` times the distance to
// the k-th nearest neighbor (Zelnik-Manor and Perona 2004). Where that neighbor coincides with
// the point, the median of the others' distances stands in; n_replaced counts these points.
struct LocalScale {
  std::vector<double> bandwidth;
  std::size_t n_replaced = 0;
};

inline LocalScale constant_scale(const PointIndex& index, double bandwidth) {
  return {std::vector<double>(index.size(), bandwidth), 0};
}

// Puts the median of the positive numbers in place of zeros, and counts these.
inline std::size_t replace_zeros(std::vector<double>& values) {
  std::vector<double> positive;
  for (const double value : values) {
    if (value > 0) positive.push_back(value);
  }
  const std::size_t n_replaced = values.size() - positive.size();
  if (n_replaced == 0 || positive.empty()) return n_replaced;
  const Span<double> all(positive);
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  for (double& value : values) {
    if (!(value > 0)) value = all[all.size() / 2];
  }
  return n_replaced;
}

//   sq_kth  squared distances to the k-th neighbor, by position
inline LocalScale neighbor_scale(const std::vector<double>& sq_kth, double factor) {
  LocalScale scale;
  for (const double sq_dist : sq_kth) scale.bandwidth.push_back(factor * std::sqrt(sq_dist));
  scale.n_replaced = replace_zeros(scale.bandwidth);
  return scale;
}

inline LocalScale neighbor_scale(const PointIndex& index, double factor, std::size_t k,
                                 const Runtime& runtime) {
  return neighbor_scale(sq_kth_distances(index, k, runtime), factor);
}

// Scales that vary smoothly: the logarithms of the distances to the k-th neighbor, averaged over a
// point and its k nearest. By position, in the frame's unit.
struct SmoothScale {
  std::vector<double> distance;  // to the k-th neighbor, replaced as in LocalScale
  std::vector<double> scale;
  std::size_t n_replaced = 0;
  // The dimension that the distances to the k nearest show (Levina and Bickel, 2005), 1 or more.
  double dimension = 1;
};

// The geometric mean of a point's own distance and those of its neighbors. Sorted first: the order
// in which equal neighbors are listed has no influence on the sum.
inline double mean_scale(double own, Span<const Neighbor> near,
                         const std::vector<double>& distance) {
  if (!std::isfinite(own)) return own;
  std::vector<double> values(1, own);
  for (const Neighbor& neighbor : near) values.push_back(distance[neighbor.point]);
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += std::log(value / own);
  return own * std::exp(sum / static_cast<double>(values.size()));
}

// All neighbors at the distance of the k-th count.
//   most  throws TooManyNeighbors beyond this many in all
inline SmoothScale smooth_scale(const PointIndex& index, std::size_t k, const Runtime& runtime,
                                std::size_t most = std::size_t(-1)) {
  const std::size_t n = index.size();
  const Adjacency lists = nearest_neighbors(index, k, Ties::all, runtime, most);
  SmoothScale result;
  double growth = 0;
  double count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Span<const Neighbor> list = lists.of(i);
    const double sq_kth = list[k - 1].sq_dist;
    result.distance.push_back(std::sqrt(sq_kth));
    for (std::size_t j = 0; j + 1 < k; ++j) {
      if (!(list[j].sq_dist > 0)) continue;
      growth += std::log(sq_kth / list[j].sq_dist) / 2;
      count += 1;
    }
  }
  result.n_replaced = replace_zeros(result.distance);
  if (result.n_replaced == n) return result;
  if (growth > 0) result.dimension = std::max(1.0, std::round(count / growth));
  result.scale.resize(n);
  constexpr std::size_t block = 256;
  for_ranges(n, block, runtime, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      result.scale[i] = mean_scale(result.distance[i], lists.of(i), result.distance);
    }
  });
  return result;
}

// The same of new points, by position of the queries: one that coincides with a point has its
// scale.
//   distance  of SmoothScale, by position of the points
inline std::vector<double> smooth_query_scale(const PointIndex& points, const PointIndex& queries,
                                              const std::vector<double>& distance, std::size_t k,
                                              const Runtime& runtime) {
  const std::size_t most = std::min(k + 1, points.size());
  const Adjacency lists = query_neighbors(points, queries, most, Ties::all, runtime);
  std::vector<double> scale;
  scale.reserve(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    Span<const Neighbor> list = lists.of(q);
    const bool coincides = !(list[0].sq_dist > 0);
    const double own = coincides ? distance[list[0].point]
                           : std::sqrt(list[std::min(k, list.size()) - 1].sq_dist);
    if (coincides) {
      list = list.part(1, list.size());
    } else {
      std::size_t count = std::min(k, list.size());
      while (count < list.size() && list[count].sq_dist <= own * own) ++count;
      list = list.part(0, count);
    }
    scale.push_back(mean_scale(own, list, distance));
  }
  return scale;
}

}  // namespace lapscale

#endif
