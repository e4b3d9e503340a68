#ifndef LAPSCALE_LOCAL_BANDWIDTH_COVARIANCES_HPP
#define LAPSCALE_LOCAL_BANDWIDTH_COVARIANCES_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/local/bandwidth_scale.hpp"
#include "lapscale/local/gram_spectra.hpp"
#include "lapscale/local/moment_spectra.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The covariances of one neighborhood of many columns at many bandwidths, which share their
// products. One object per thread; it owns the scratch memory.
class BandwidthCovariances {
 public:
  // Writes for each bandwidth the k largest eigenvalues, largest first, known to 1e-9 of the mean
  // squared distance to the center; 0 where there are fewer.
  //   near        up to the reach of the largest bandwidth, with all coordinates
  //   bandwidths  any number
  void leading_values(const SimdKernels& kernels, const Neighborhood& near,
                      const std::vector<double>& bandwidths, double cutoff, std::size_t k,
                      double* out) {
    std::fill(out, out + bandwidths.size() * k, 0.0);
    std::vector<BandwidthScale> fewer_points, more_points;
    for (const double h : bandwidths) {
      const double rate = 1 / (h * h);
      const double sq_radius = cutoff * cutoff / rate;
      const std::size_t count = std::min(near.size(), near.reach(sq_radius));
      (count < near.dim() ? fewer_points : more_points).push_back({rate, sq_radius, count, out});
      out += k;
    }
    by_point_.write_values(kernels, near, fewer_points, k);
    by_column_.write_values(kernels, near, more_points, k);
  }

 private:
  GramSpectra by_point_;
  MomentSpectra by_column_;
};

}  // namespace lapscale

#endif
