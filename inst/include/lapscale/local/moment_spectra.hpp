#ifndef LAPSCALE_LOCAL_MOMENT_SPECTRA_HPP
#define LAPSCALE_LOCAL_MOMENT_SPECTRA_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/local/bandwidth_scale.hpp"
#include "lapscale/local/line_products.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/local/packed_lower.hpp"
#include "lapscale/local/tridiagonal_form.hpp"
#include "lapscale/local/weight_basis.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Eigenvalues of the covariances of one neighborhood at many bandwidths that reach as many points
// as there are columns or more: second moments at a few bandwidths are formed, of which all others
// are sums (WeightBasis). One object per thread; it owns the scratch memory.
class MomentSpectra {
 public:
  // Known to 1e-9 of the mean squared distance to the center.
  void write_values(const SimdKernels& kernels, const Neighborhood& near,
                    const std::vector<BandwidthScale>& scales, std::size_t k) {
    if (scales.empty()) return;
    copy_sq_distances(near, near.size(), sq_dist_);
    weigh(kernels, near, scales);
    if (scales_.empty()) return;
    basis_.assign(kernels, weight_.data(), sq_dist_.data(), padded(near.size()), moment_, 1e-9);
    form_moments(kernels, near);
    for (std::size_t first = 0; first < scales_.size(); first += block_width) {
      write_values(kernels, near, first, k);
    }
  }

 private:
  // The bandwidths at which there is another point; W = sum w and t = sum w |x - x_i|^2.
  void weigh(const SimdKernels& kernels, const Neighborhood& near,
             const std::vector<BandwidthScale>& scales) {
    const std::size_t length = padded(near.size());
    weight_.reserve((scales.size() + block_width) * length);
    moment_.clear();
    total_.clear();
    scales_.clear();
    for (const BandwidthScale& scale : scales) {
      double* weight = weight_.data() + scales_.size() * length;
      kernels.heat_weights(near.sq_dist(), length, scale.rate, scale.sq_radius, weight);
      const double moment = kernels.dot(weight, sq_dist_.data(), length);
      if (moment < smallest_moment) continue;
      moment_.push_back(moment);
      total_.push_back(0);
      for (std::size_t j = 0; j < length; ++j) total_.back() += weight[j];
      scales_.push_back(scale);
    }
  }

  // Second moments about the center of the members of the basis, of trace 1, packed in panels.
  void form_moments(const SimdKernels& kernels, const Neighborhood& near) {
    const std::size_t length = padded(near.size());
    const std::size_t rank = basis_.members().size();
    const std::size_t size = PackedLower(near.dim()).size();
    lines_.assign(near.dim(), near.size(),
                  [&](std::size_t column, std::size_t j) { return near.offset(column)[j]; });
    scaled_.reserve(length);
    matrix_.reserve(block_width * size);
    moments_.reserve(rank * size);
    for (std::size_t r = 0; r < rank; ++r) {
      const std::size_t b = basis_.members()[r];
      for (std::size_t j = 0; j < length; ++j) {
        scaled_[j] = weight_[b * length + j] / moment_[b];
      }
      lines_.lower(kernels, scaled_.data(), scales_[b].count, matrix_.data());
      for (std::size_t e = 0; e < size; e += panel_width) {
        std::copy_n(matrix_.data() + e, panel_width, moments_.data() + e * rank + r * panel_width);
      }
    }
  }

  // At up to block_width bandwidths, those of S / t - m m' W / t with the second moment S about the
  // center and the mean m.
  void write_values(const SimdKernels& kernels, const Neighborhood& near, std::size_t first,
                    std::size_t k) {
    const std::size_t here = std::min(block_width, scales_.size() - first);
    const std::size_t length = padded(near.size());
    const std::size_t columns = padded(near.dim());
    const std::size_t rank = basis_.members().size();
    const std::size_t size = PackedLower(near.dim()).size();
    sum_.reserve(block_width * columns);
    share_.reserve(block_width * rank);
    lines_.sums(kernels, weight_.data() + first * length, length, sum_.data());
    for (std::size_t r = 0; r < rank; ++r) {
      for (std::size_t q = 0; q < block_width; ++q) {
        share_[r * block_width + q] = q < here ? basis_.share(first + q, r) : 0;
      }
    }
    kernels.products(moments_.data(), rank, size / panel_width, share_.data(), matrix_.data());
    for (std::size_t q = 0; q < here; ++q) {
      const double moment = moment_[first + q];
      const double total = total_[first + q];
      form_.resize(near.dim());
      for (std::size_t column = 0; column < near.dim(); ++column) {
        form_.v()[column] = sum_[q * columns + column] / std::sqrt(total * moment);
        form_.w()[column] = form_.v()[column] / 2;
      }
      form_.write_values(kernels, matrix_.data() + q * size, k, moment / total,
                         scales_[first + q].out);
    }
  }

  std::vector<BandwidthScale> scales_;
  std::vector<double> moment_, total_;
  LineProducts lines_;
  WeightBasis basis_;
  TridiagonalForm form_;
  AlignedBuffer sq_dist_, weight_, scaled_, sum_, share_;
  AlignedBuffer moments_, matrix_;
};

}  // namespace lapscale

#endif
