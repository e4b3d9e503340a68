#ifndef LAPSCALE_SELECT_BANDWIDTH_RANGE_HPP
#define LAPSCALE_SELECT_BANDWIDTH_RANGE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/points/projected_points.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/closest_pair.hpp"

namespace lapscale {

// The sum of squared deviations from the mean over all points and coordinates, point by point.
inline double total_deviation(const PointIndex& index) {
  if (index.source() != nullptr) return index.source()->total_deviation();
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
  if (index.source() != nullptr || index.size() * index.dim() > many)
    return std::sqrt(2 * total_deviation(index) / (n - 1));
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

// max_i sum_j exp(-|x_i - x_j|^2 / h^2) over the points j that do not coincide with i, for each of
// g bandwidths.
//   wanted  by position, whether a point counts; empty: all do
inline std::vector<double> largest_neighbor_sums(const PointIndex& index,
                                                 Span<const double> bandwidths, double reach,
                                                 const Runtime& runtime,
                                                 const ProjectedPoints* projected = nullptr,
                                                 const std::vector<char>& wanted = {}) {
  const std::size_t g = bandwidths.size();
  const std::size_t n_leaves = index.tree().n_leaves();
  const SimdKernels kernels = runtime.kernels();
  std::vector<double> largest(n_leaves * g, 0.0);
  for_blocks(runtime, n_leaves, [&](std::size_t leaf) {
    std::vector<double> scaled;
    std::vector<double> sum(leaf_size * g, 0.0);
    visit_near(
        index, projected, leaf, reach * reach, runtime,
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
        },
        wanted);
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

// Returns the largest bandwidth, to 1 %, at which the weight matrix is numerically the identity:
// max_i sum_{j != i} w_ij < limit, coinciding points left out. The closest pair alone bounds it
// from above, n points as close as that from below.
//   min_projected  points: of as many, in many columns, pairs are found by projections
inline double identity_bandwidth(const PointIndex& index, double limit, const Runtime& runtime,
                                 std::size_t min_projected = 50000) {
  constexpr std::size_t many_columns = 256;
  const bool wants_projected =
      index.size() >= min_projected && index.dim() > many_columns && index.source() == nullptr;
  const ProjectedPoints* projected = wants_projected ? &projected_points(index, runtime) : nullptr;
  NearestOfPoints nearest;
  if (!wants_projected) nearest.find(index, runtime);
  const double closest = closest_pair(index, runtime, projected, nearest);
  const double one = -std::log(limit);
  const double all = one + std::log(static_cast<double>(index.size()));
  double low = std::sqrt(closest / all);
  double high = std::sqrt(closest / one);
  const double reach = high * std::sqrt(all + 7);  // what is dropped adds below limit / 1000
  const std::vector<char> wanted = nearest.reaching(limit, high);
  constexpr std::size_t steps = 16;
  while (high > 1.01 * low) {
    std::vector<double> bandwidths;
    for (std::size_t s = 1; s < steps; ++s) {
      bandwidths.push_back(low * std::pow(high / low, static_cast<double>(s) / steps));
    }
    const std::vector<double> sum =
        largest_neighbor_sums(index, bandwidths, reach, runtime, projected, wanted);
    std::size_t below = 0;
    while (below < sum.size() && sum[below] < limit) ++below;
    high = below < sum.size() ? bandwidths[below] : high;
    low = below > 0 ? bandwidths[below - 1] : low;
  }
  return low;
}

}  // namespace lapscale

#endif
