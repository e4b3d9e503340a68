#ifndef LAPSCALE_KERNEL_SKETCH_BLOCK_HPP
#define LAPSCALE_KERNEL_SKETCH_BLOCK_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/kernel/sketch_coefficients.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The sketches of block_width queries at a time: the scratch memory of one thread. A query has
// several channels, one per kind of mass: channel c of bin b holds the sums of m_c and of m_c s
// over the squared distances s of that bin.
class SketchBlock {
 public:
  SketchBlock(const LogBins& bins, std::size_t n_channels)
      : bins_(bins),
        n_channels_(n_channels),
        length_(2 * n_channels * bins.size()),
        moment_(block_width * length_),
        packed_(block_width * 2 * bins.size()),
        sum_(block_width * panel_width) {}

  // Adds squared distances of mass 1 to the one channel of query q.
  void add(std::size_t q, const double* sq_dist, std::size_t count) {
    const LogBins bins = bins_;
    double* moment = moment_.data() + q * length_;
    for (std::size_t i = 0; i < count; ++i) {
      add_pair(moment + 2 * bins.index(sq_dist[i]), Pair{1.0, sq_dist[i]});
    }
  }

  // The same, each of them for `mass` points.
  void add_raised(std::size_t q, const double* sq_dist, std::size_t count, double mass) {
    const LogBins bins = bins_;
    double* moment = moment_.data() + q * length_;
    for (std::size_t i = 0; i < count; ++i) {
      add_pair(moment + 2 * bins.index(sq_dist[i]), Pair{mass, mass * sq_dist[i]});
    }
  }

  // Adds squared distances to all channels of query q. masses(i, add) calls add(c, m) for each
  // channel c with the mass m of the i-th.
  template <class Masses>
  void add(std::size_t q, const double* sq_dist, std::size_t count, const Masses& masses) {
    const LogBins bins = bins_;
    const std::size_t stride = 2 * n_channels_;
    double* moment = moment_.data() + q * length_;
    for (std::size_t i = 0; i < count; ++i) {
      double* at = moment + stride * bins.index(sq_dist[i]);
      const Pair pair{1.0, sq_dist[i]};
      masses(i, [&](std::size_t channel, double mass) {
        add_pair(at + 2 * channel, pair * Pair{mass, mass});
      });
    }
  }

  // Calls take(q, g, sum) for each query and bandwidth with the sum of channel c.
  template <class Take>
  void sums(const SketchCoefficients& coefficients, std::size_t channel, const SimdKernels& kernels,
            std::size_t n_queries, const Take& take) {
    const Range used = pack(channel);
    std::size_t begin = used.begin;
    const std::size_t last_used = std::max(used.begin + 1, used.end) - 1;
    for (std::size_t p = 0; p < coefficients.n_panels(); ++p) {
      for (const std::size_t lump = std::min(coefficients.lump(p), last_used); begin < lump;) {
        const double* from = packed_.data() + (begin - used.begin) * 2 * block_width;
        add_moments(from, packed_.data() + (++begin - used.begin) * 2 * block_width);
      }
      const std::size_t end = std::max(begin, std::min(used.end, coefficients.end(p)));
      kernels.products(coefficients.from(p, begin), 2 * (end - begin), 1,
                       packed_.data() + (begin - used.begin) * 2 * block_width, sum_.data());
      const std::size_t first = p * panel_width;
      const std::size_t last = std::min(first + panel_width, coefficients.n_bandwidths());
      for (std::size_t q = 0; q < n_queries; ++q) {
        for (std::size_t g = first; g < last; ++g) take(q, g, sum_[q * panel_width + g - first]);
      }
    }
  }

  // Returns the moments of a channel, all queries together: per bin the sums of m and of m s.
  std::vector<double> total(std::size_t channel) const {
    std::vector<double> moment(2 * bins_.size(), 0.0);
    for (std::size_t q = 0; q < block_width; ++q) {
      const double* from = moment_.data() + q * length_ + 2 * channel;
      for (std::size_t b = 0; b < bins_.size(); ++b, from += 2 * n_channels_) {
        moment[2 * b] += from[0];
        moment[2 * b + 1] += from[1];
      }
    }
    return moment;
  }

  // Empties the sketches.
  void clear() {
    const Range used = used_bins();
    for (std::size_t q = 0; q < block_width; ++q) {
      double* moment = moment_.data() + q * length_;
      std::fill(moment + 2 * n_channels_ * used.begin, moment + 2 * n_channels_ * used.end, 0.0);
      std::fill(moment + length_ - 2 * n_channels_, moment + length_, 0.0);
    }
  }

 private:
  using Pair = double __attribute__((vector_size(16)));

  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  static void add_pair(double* to, const Pair& pair) {
    Pair sum;
    std::memcpy(&sum, to, sizeof sum);
    sum += pair;
    std::memcpy(to, &sum, sizeof sum);
  }

  static void add_moments(const double* from, double* to) {
    for (std::size_t i = 0; i < 2 * block_width; ++i) to[i] += from[i];
  }

  // From the first bin in use to the last but the overflow.
  Range used_bins() const {
    const std::size_t n_bins = bins_.size() - 1;
    const std::size_t stride = 2 * n_channels_;
    const auto empty = [&](std::size_t b) {
      for (std::size_t q = 0; q < block_width; ++q) {
        const double* moment = moment_.data() + q * length_ + b * stride;
        const auto set = [](double m) { return m < 0 || m > 0; };
        if (std::any_of(moment, moment + stride, set)) return false;
      }
      return true;
    };
    Range used{0, n_bins};
    while (used.begin < used.end && empty(used.begin)) ++used.begin;
    while (used.end > used.begin && empty(used.end - 1)) --used.end;
    return used;
  }

  // Copies a channel of the bins in use into a block: (2 bins) x block_width.
  Range pack(std::size_t channel) {
    const Range used = used_bins();
    for (std::size_t q = 0; q < block_width; ++q) {
      const double* moment = moment_.data() + q * length_ + 2 * channel;
      double* out = packed_.data() + q;
      for (std::size_t b = used.begin; b < used.end; ++b, out += 2 * block_width) {
        out[0] = moment[b * 2 * n_channels_];
        out[block_width] = moment[b * 2 * n_channels_ + 1];
      }
    }
    return used;
  }

  LogBins bins_;
  std::size_t n_channels_;
  std::size_t length_;
  AlignedBuffer moment_;  // per query and bin: the two sums of each channel
  AlignedBuffer packed_;  // 2 bins x block_width
  AlignedBuffer sum_;     // block_width x panel_width
};

}  // namespace lapscale

#endif
