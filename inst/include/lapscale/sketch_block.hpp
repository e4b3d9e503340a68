#ifndef LAPSCALE_SKETCH_BLOCK_HPP
#define LAPSCALE_SKETCH_BLOCK_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "lapscale/aligned_buffer.hpp"
#include "lapscale/log_bins.hpp"
#include "lapscale/simd_kernels.hpp"
#include "lapscale/span.hpp"

namespace lapscale {

// What turns sketches into sums of the heat kernel at g bandwidths: per bin b and bandwidth the
// factors of M0 and M1 in DistanceSketch's formula, packed for SimdKernels::products.
class SketchCoefficients {
 public:
  // bandwidths  length g, each > 0
  // cutoff      bins beyond cutoff * h are dropped; +Inf keeps all
  SketchCoefficients(const LogBins& bins, Span<const double> bandwidths, double cutoff)
      : bins_(bins),
        n_bandwidths_(bandwidths.size()),
        packed_(n_panels() * 2 * bins.size() * panel_width) {
    for (std::size_t g = 0; g < bandwidths.size(); ++g) {
      const double rate = 1 / (bandwidths[g] * bandwidths[g]);
      double* column = packed_.data() + g / panel_width * 2 * bins.size() * panel_width;
      column += g % panel_width;
      for (std::size_t b = 0; b + 1 < bins.size(); ++b) {
        const double u = bins.centre(b) * rate;
        if (u > std::min(cutoff * cutoff, 700.0)) break;
        column[2 * b * panel_width] = std::exp(-u) * (1 + u);
        column[(2 * b + 1) * panel_width] = -std::exp(-u) * rate;
      }
    }
  }

  const LogBins& bins() const { return bins_; }
  std::size_t n_bandwidths() const { return n_bandwidths_; }
  std::size_t n_panels() const { return (n_bandwidths_ + panel_width - 1) / panel_width; }
  // The factors from a bin on, for one panel of bandwidths: (2 bins) x panel_width.
  const double* from(std::size_t panel, std::size_t bin) const {
    return packed_.data() + (panel * bins_.size() + bin) * 2 * panel_width;
  }

 private:
  LogBins bins_;
  std::size_t n_bandwidths_;
  AlignedBuffer packed_;
};

// The sketches of block_width queries at a time: the scratch memory of one thread.
class SketchBlock {
 public:
  explicit SketchBlock(const SketchCoefficients& coefficients)
      : coefficients_(coefficients),
        length_(2 * coefficients.bins().size()),
        moment_(block_width * length_),
        packed_(block_width * length_),
        sum_(block_width * panel_width) {}

  // Adds squared distances to the sketch of query q.
  void add(std::size_t q, const double* sq_dist, std::size_t count) {
    using Pair = double __attribute__((vector_size(16)));
    const LogBins bins = coefficients_.bins();
    double* moment = moment_.data() + q * length_;
    for (std::size_t i = 0; i < count; ++i) {
      double* at = moment + 2 * bins.index(sq_dist[i]);
      Pair both;
      std::memcpy(&both, at, sizeof both);
      both += Pair{1.0, sq_dist[i]};
      std::memcpy(at, &both, sizeof both);
    }
  }

  // Empties the bins of query q from `first` on and fills them from these squared distances, each
  // of which stands for `each` points; nearer ones are passed over.
  void replace_from(std::size_t first, std::size_t q, const double* sq_dist, std::size_t count,
                    double each) {
    const LogBins bins = coefficients_.bins();
    double* moment = moment_.data() + q * length_;
    std::fill(moment + 2 * first, moment + length_, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bin = bins.index(sq_dist[i]);
      if (bin < first) continue;
      moment[2 * bin] += each;
      moment[2 * bin + 1] += each * sq_dist[i];
    }
  }

  // Calls take(q, g, sum) for each query and bandwidth, and empties the sketches.
  template <class Take>
  void finish(const SimdKernels& kernels, std::size_t n_queries, const Take& take) {
    const Range used = pack(n_queries);
    if (used.begin >= used.end) return;
    for (std::size_t p = 0; p < coefficients_.n_panels(); ++p) {
      kernels.products(coefficients_.from(p, used.begin), 2 * (used.end - used.begin), 1,
                       packed_.data(), sum_.data());
      const std::size_t first = p * panel_width;
      const std::size_t end = std::min(first + panel_width, coefficients_.n_bandwidths());
      for (std::size_t q = 0; q < n_queries; ++q) {
        for (std::size_t g = first; g < end; ++g) take(q, g, sum_[q * panel_width + g - first]);
      }
    }
  }

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  // Moves the sketches, from the first bin in use to the last but the overflow, into a block.
  Range pack(std::size_t n_queries) {
    const std::size_t n_bins = length_ / 2 - 1;
    const auto empty = [&](std::size_t b) {
      for (std::size_t q = 0; q < n_queries; ++q) {
        if (moment_[q * length_ + 2 * b] > 0) return false;
      }
      return true;
    };
    Range used{0, n_bins};
    while (used.begin < used.end && empty(used.begin)) ++used.begin;
    while (used.end > used.begin && empty(used.end - 1)) --used.end;
    for (std::size_t q = 0; q < block_width; ++q) {
      double* moment = moment_.data() + q * length_;
      for (std::size_t i = 2 * used.begin; i < 2 * used.end; ++i) {
        packed_[(i - 2 * used.begin) * block_width + q] = moment[i];
      }
      std::fill(moment + 2 * used.begin, moment + 2 * used.end, 0.0);
      moment[2 * n_bins] = moment[2 * n_bins + 1] = 0;
    }
    return used;
  }

  const SketchCoefficients& coefficients_;
  std::size_t length_;
  AlignedBuffer moment_;  // per query: count and sum of each bin
  AlignedBuffer packed_;  // 2 bins x block_width
  AlignedBuffer sum_;     // block_width x panel_width
};

}  // namespace lapscale

#endif
