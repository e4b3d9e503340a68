#ifndef LAPSCALE_KERNEL_NORMALIZED_SUMS_HPP
#define LAPSCALE_KERNEL_NORMALIZED_SUMS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/heat_sums.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// t_i^-alpha at the points whose degree matters to the queries, by position; 0 elsewhere.
// t_i is the degree at this bandwidth, the point itself counted.
inline std::vector<double> density_factors(const PointIndex& points, const PointIndex& queries,
                                           double bandwidth, double alpha, const Runtime& runtime) {
  const std::vector<std::size_t> leaves =
      leaves_near(points, queries, negligible_cutoff * bandwidth, runtime);
  const double h[] = {bandwidth};
  const std::vector<double> degree =
      direct_degrees(points, leaves, {h, 1}, negligible_cutoff, runtime);
  std::vector<double> factor(points.size(), 0.0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (degree[i] > 0) factor[i] = std::pow(degree[i], -alpha);
  }
  return factor;
}

// sum_i p_i (f_j(x_i) - f_j(y)) for each query y and function, where p is the row of the random
// walk from y: p_i proportional to exp(-|x_i - y|^2 / h^2) t_i^-alpha, of sum 1. NaN where no point
// is near.
//   f        as in HeatSumsPass
//   returns  m x q, by row of the queries
inline std::vector<double> normalized_differences(const PointIndex& points,
                                                  const PointIndex& queries,
                                                  const FunctionValues& f, double bandwidth,
                                                  double alpha, const Runtime& runtime) {
  const std::size_t m = queries.size();
  const std::vector<double> factor = density_factors(points, queries, bandwidth, alpha, runtime);
  const SimdKernels kernels = runtime.kernels();
  const double rate = 1 / (bandwidth * bandwidth);
  const double sq_reach = negligible_cutoff * negligible_cutoff / rate;
  std::vector<double> result(m * f.count);
  for_blocks(runtime, m, [&](std::size_t position) {
    const std::size_t row = queries.row_of(position);
    PairPass pass(points, queries, runtime);
    pass.select_leaves(Span<const std::size_t>(&position, 1), sq_reach);
    AlignedBuffer weight;
    double total = 0;
    std::vector<double> sum(f.count, 0.0);
    const auto visit = [&](std::size_t, std::size_t first, const double* sq_dist,
                           std::size_t count) {
      weight.reserve(count);
      kernels.heat_weights(sq_dist, count, rate, sq_reach, weight.data());
      for (std::size_t i = 0; i < count && first + i < points.size(); ++i) {
        const double mass = weight[i] * factor[first + i];
        const std::size_t at = points.row_of(first + i);
        total += mass;
        for (std::size_t j = 0; j < f.count; ++j) {
          sum[j] += mass * (f.points[j * points.size() + at] - f.queries[j * m + row]);
        }
      }
    };
    pass.run(Span<const std::size_t>(&position, 1), visit);
    for (std::size_t j = 0; j < f.count; ++j) result[j * m + row] = sum[j] / total;
  });
  return result;
}

}  // namespace lapscale

#endif
