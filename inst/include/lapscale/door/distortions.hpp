#ifndef LAPSCALE_DOOR_DISTORTIONS_HPP
#define LAPSCALE_DOOR_DISTORTIONS_HPP

// Needs Eigen.

#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/door/point_set.hpp"
#include "lapscale/local/local_metric.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/geometric_consistency.hpp"

namespace lapscale {

struct DistortionOptions {
  bool inverse = false;                // ||H^-1 - I|| instead of ||H - I||
  double cutoff = consistency_cutoff;  // pairs beyond cutoff * h are left out
  double alpha = 1;                    // density exponent of the Laplacian
  TangentWeights tangent_weights = TangentWeights::squared;
};

// Returns how far the local metric of the graph Laplacian at each point is from that of the points
// in d dimensions, ||H_i(h) - I||_2 (Perrault-Joncas, Meila, McQueen 2017): n values for each
// bandwidth, by row, one bandwidth after the other. Their mean over the points is the criterion of
// bw_gc(x, d). NaN where an inverse is asked for and there is none.
//   bandwidths  positive, in the unit of x
//   d           1 to the number of columns
inline std::vector<double> distortions(const PointSet& points, Span<const double> bandwidths,
                                       std::size_t d, const DistortionOptions& options = {},
                                       const Runtime& runtime = {}) {
  std::vector<double> h;
  for (const double bandwidth : bandwidths) h.push_back(points.length_in_unit(bandwidth));
  std::vector<std::size_t> rows(points.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  ConsistencyOptions consistency;
  consistency.d = d;
  consistency.cutoff = options.cutoff;
  consistency.alpha = options.alpha;
  consistency.tangent_weights = options.tangent_weights;
  const GeometricConsistency criterion(points.index(), rows, consistency, h, nullptr, runtime);
  std::vector<double> found(h.size() * points.size());
  criterion.metrics(
      h,
      [&](std::size_t row, std::size_t g, const LocalMetric& local) {
        found[g * points.size() + row] = distortion_of(local.metric, options.inverse);
      },
      runtime);
  return found;
}

}  // namespace lapscale

#endif
