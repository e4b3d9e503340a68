#ifndef LAPSCALE_KERNEL_SKETCH_COEFFICIENTS_HPP
#define LAPSCALE_KERNEL_SKETCH_COEFFICIENTS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Turns sketches into sums of the heat kernel at g bandwidths: per bin b and bandwidth the factors
// of M0 and M1 in DistanceSketch's formula, packed for SimdKernels::products.
class SketchCoefficients {
 public:
  // bandwidths  length g, each > 0
  // cutoff      bins beyond cutoff * h are dropped; +Inf keeps all
  SketchCoefficients(const LogBins& bins, Span<const double> bandwidths, double cutoff)
      : bins_(bins),
        n_bandwidths_(bandwidths.size()),
        end_(n_panels(), 0),
        lump_(n_panels(), bins.size()),
        packed_(n_panels() * 2 * bins.size() * panel_width) {
    for (std::size_t g = 0; g < bandwidths.size(); ++g) {
      const double rate = 1 / (bandwidths[g] * bandwidths[g]);
      const std::size_t panel = g / panel_width;
      double* column = packed_.data() + panel * 2 * bins.size() * panel_width + g % panel_width;
      std::size_t lump = 0;
      for (std::size_t b = 0; b + 1 < bins.size(); ++b) {
        const double u = bins.centre(b) * rate;
        if (u > std::min(cutoff * cutoff, 700.0)) break;
        if (u < straight) lump = b;
        column[2 * b * panel_width] = std::exp(-u) * (1 + u);
        column[(2 * b + 1) * panel_width] = -std::exp(-u) * rate;
        end_[panel] = std::max(end_[panel], b + 1);
      }
      lump_[panel] = std::min(lump_[panel], lump);
    }
    for (std::size_t p = lump_.size(); p-- > 1;) lump_[p - 1] = std::min(lump_[p - 1], lump_[p]);
  }

  const LogBins& bins() const { return bins_; }
  std::size_t n_bandwidths() const { return n_bandwidths_; }
  std::size_t n_panels() const { return (n_bandwidths_ + panel_width - 1) / panel_width; }
  // Returns the factors from a bin on, for one panel of bandwidths: (2 bins) x panel_width.
  const double* from(std::size_t panel, std::size_t bin) const {
    return packed_.data() + (panel * bins_.size() + bin) * 2 * panel_width;
  }
  // The factors of a panel are 0 from this bin on.
  std::size_t end(std::size_t panel) const { return end_[panel]; }
  // The moments of all bins before this one may be added to its own: the kernel is a straight line
  // over them. Does not fall from one panel to the next.
  std::size_t lump(std::size_t panel) const { return lump_[panel]; }

 private:
  // exp(-u) differs from its tangent here by less than straight^2 / 2 below it.
  static constexpr double straight = 1e-4;

  LogBins bins_;
  std::size_t n_bandwidths_;
  std::vector<std::size_t> end_;
  std::vector<std::size_t> lump_;
  AlignedBuffer packed_;
};

}  // namespace lapscale

#endif
