#ifndef LAPSCALE_SELECT_BANDWIDTH_RANGE_HPP
#define LAPSCALE_SELECT_BANDWIDTH_RANGE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/projected_pairs.hpp"
#include "lapscale/points/projected_points.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The sum of squared deviations from the mean over all points and coordinates, point by point.
inline double total_deviation(const PointIndex& index) {
  const auto n = static_cast<double>(index.size());
  std::vector<double> mean(index.dim(), 0.0);
  std::vector<double> square(index.dim(), 0.0);
  const auto for_points = [&](const auto& add) {
    for (std::size_t i = 0; i < index.size(); ++i) index.for_coordinates(i, add);
  };
  for_points([&](std::size_t k, double x) { mean[k] += x; });
  for (double& m : mean) m /= n;
  for_points([&](std::size_t k, double x) { square[k] += (x - mean[k]) * (x - mean[k]); });
  double total = 0;
  for (const double s : square) total += s;
  return total;
}

// Root mean squared distance over all pairs of points: sqrt(2 x the sum of the variances). Of so
// many numbers that they may be on the disk, points are gone through one after the other.
inline double rms_distance(const PointIndex& index) {
  constexpr std::size_t many = std::size_t{1} << 26;
  const auto n = static_cast<double>(index.size());
  if (index.size() * index.dim() > many) return std::sqrt(2 * total_deviation(index) / (n - 1));
  double total = 0;
  for (std::size_t k = 0; k < index.dim(); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < index.size(); ++i) sum += index.coordinate(i, k);
    const double mean = sum / n;
    for (std::size_t i = 0; i < index.size(); ++i) {
      total += (index.coordinate(i, k) - mean) * (index.coordinate(i, k) - mean);
    }
  }
  return std::sqrt(2 * total / (n - 1));
}

// Calls sink(q, sq_dist, count) with the squared distances of the points of a leaf, by their places
// in it, to those within a radius of it; farther ones may come too.
//   projected  of very many points and columns, else null
template <class Sink>
void visit_near(const PointIndex& index, const ProjectedPoints* projected, std::size_t leaf,
                double sq_radius, const Runtime& runtime, const Sink& sink) {
  if (projected != nullptr) {
    ProjectedPairs(index, *projected, runtime).run(leaf, sq_radius, sink);
    return;
  }
  PairPass pass(index, runtime);
  pass.select_leaves(index.tree().leaf_box(leaf), sq_radius);
  for_leaf_blocks(
      index, leaf,
      [&](Span<const std::size_t> position) {
        const std::size_t first = position[0] - leaf * leaf_size;
        pass.run(position, [&](std::size_t q, std::size_t, const double* sq_dist,
                               std::size_t count) { sink(first + q, sq_dist, count); });
      },
      queries_together(index));
}

// The smallest above 0, +Inf without one.
inline double smallest_positive(const double* values, std::size_t count) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i] > 0) smallest = std::min(smallest, values[i]);
  }
  return smallest;
}

// The smallest squared distance above zero between points of one leaf.
inline double closest_inside(const PointIndex& index, std::size_t leaf, const Runtime& runtime) {
  PairPass pass(index, runtime);
  pass.select_leaves(LeafRun{leaf, leaf + 1});
  double closest = std::numeric_limits<double>::infinity();
  const auto take = [&](std::size_t, std::size_t, const double* sq_dist, std::size_t count) {
    closest = std::min(closest, smallest_positive(sq_dist, count));
  };
  for_leaf_blocks(
      index, leaf, [&](Span<const std::size_t> position) { pass.run(position, take); },
      queries_together(index));
  return closest;
}

// The squared distance of the closest two points that do not coincide.
inline double closest_pair(const PointIndex& index, const Runtime& runtime,
                           const ProjectedPoints* projected = nullptr) {
  const auto closest_of = [&](const auto& closest_in) {
    std::vector<double> closest(index.tree().n_leaves());
    for_blocks(runtime, closest.size(),
               [&](std::size_t leaf) { closest[leaf] = closest_in(leaf); });
    return *std::min_element(closest.begin(), closest.end());
  };
  const auto closest_within = [&](double sq_radius) {
    return closest_of([&](std::size_t leaf) {
      double closest = std::numeric_limits<double>::infinity();
      visit_near(index, projected, leaf, sq_radius, runtime,
                 [&](std::size_t, const double* sq_dist, std::size_t count) {
                   closest = std::min(closest, smallest_positive(sq_dist, count));
                 });
      return closest;
    });
  };
  // A bound prunes the search: that of each leaf alone, or of leaves whose boxes meet.
  if (projected != nullptr) {
    const double bound =
        closest_of([&](std::size_t leaf) { return closest_inside(index, leaf, runtime); });
    if (std::isfinite(bound)) return closest_within(bound);
  }
  return closest_within(closest_within(0));
}

// max_i sum_j exp(-|x_i - x_j|^2 / h^2) over the points j that do not coincide with i, for each of
// g bandwidths.
inline std::vector<double> largest_neighbor_sums(const PointIndex& index,
                                                 Span<const double> bandwidths, double reach,
                                                 const Runtime& runtime,
                                                 const ProjectedPoints* projected = nullptr) {
  const std::size_t g = bandwidths.size();
  const std::size_t n_leaves = index.tree().n_leaves();
  const SimdKernels kernels = runtime.kernels();
  std::vector<double> largest(n_leaves * g, 0.0);
  for_blocks(runtime, n_leaves, [&](std::size_t leaf) {
    std::vector<double> scaled;
    std::vector<double> sum(leaf_size * g, 0.0);
    visit_near(index, projected, leaf, reach * reach, runtime,
               [&](std::size_t q, const double* sq_dist, std::size_t count) {
                 // Leaves whose boxes are near hold mostly points that are not.
                 if (smallest_positive(sq_dist, count) > reach * reach) return;
                 scaled.assign(sq_dist, sq_dist + count);
                 for (double& s : scaled) {
                   if (!(s > 0)) s = std::numeric_limits<double>::infinity();
                 }
                 for (std::size_t i = 0; i < g; ++i) {
                   const double rate = 1 / (bandwidths[i] * bandwidths[i]);
                   sum[q * g + i] += kernels.heat_sum(scaled.data(), count, rate, reach * reach);
                 }
               });
    for (std::size_t i = 0; i < sum.size(); ++i) {
      largest[leaf * g + i % g] = std::max(largest[leaf * g + i % g], sum[i]);
    }
  });
  std::vector<double> result(g, 0.0);
  for (std::size_t i = 0; i < largest.size(); ++i) {
    result[i % g] = std::max(result[i % g], largest[i]);
  }
  return result;
}

// The largest bandwidth, to 1 %, at which the weight matrix is numerically the identity:
// max_i sum_{j != i} w_ij < limit, coinciding points left out. The closest pair alone bounds it
// from above, n points as close as that from below.
//   least_projected  points: of as many, in many columns, pairs are found by projections
inline double identity_bandwidth(const PointIndex& index, double limit, const Runtime& runtime,
                                 std::size_t least_projected = 50000) {
  constexpr std::size_t many_columns = 256;
  const bool wants_projected = index.size() >= least_projected && index.dim() > many_columns;
  const ProjectedPoints* projected = wants_projected ? &projected_points(index, runtime) : nullptr;
  const double closest = closest_pair(index, runtime, projected);
  const double one = -std::log(limit);
  const double all = one + std::log(static_cast<double>(index.size()));
  double low = std::sqrt(closest / all);
  double high = std::sqrt(closest / one);
  const double reach = high * std::sqrt(all + 7);  // what is dropped adds below limit / 1000
  constexpr std::size_t steps = 16;
  while (high > 1.01 * low) {
    std::vector<double> bandwidths;
    for (std::size_t s = 1; s < steps; ++s) {
      bandwidths.push_back(low * std::pow(high / low, static_cast<double>(s) / steps));
    }
    const std::vector<double> sum =
        largest_neighbor_sums(index, bandwidths, reach, runtime, projected);
    std::size_t below = 0;
    while (below < sum.size() && sum[below] < limit) ++below;
    high = below < sum.size() ? bandwidths[below] : high;
    low = below > 0 ? bandwidths[below - 1] : low;
  }
  return low;
}

}  // namespace lapscale

#endif
