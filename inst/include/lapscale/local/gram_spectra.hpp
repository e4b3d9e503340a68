#ifndef LAPSCALE_LOCAL_GRAM_SPECTRA_HPP
#define LAPSCALE_LOCAL_GRAM_SPECTRA_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/local/bandwidth_scale.hpp"
#include "lapscale/local/line_products.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/local/packed_lower.hpp"
#include "lapscale/local/tridiagonal_form.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Eigenvalues of the covariances of one neighborhood at bandwidths that reach fewer points than
// there are columns, from the products K of these points with one another: with W = sum w and t =
// sum w |x - x_i|^2 those of the entries
//
//   sqrt(w_j w_l) (K_jl - u_j - u_l + c) / W,   u = K w / W,   c = w'u / W
//
// over t / W. One object per thread; it owns the scratch memory.
class GramSpectra {
 public:
  void write_values(const SimdKernels& kernels, const Neighborhood& near,
                    const std::vector<BandwidthScale>& scales, std::size_t k) {
    if (scales.empty()) return;
    std::size_t most = 0;
    for (const BandwidthScale& scale : scales) most = std::max(most, scale.count);
    lines_.assign(most, near.dim(),
                  [&](std::size_t j, std::size_t column) { return near.offset(column)[j]; });
    const std::size_t size = PackedLower(most).size();
    products_.reserve(size);
    matrix_.reserve(size);
    ones_.assign(near.dim(), 1);
    lines_.lower(kernels, ones_.data(), near.dim(), products_.data());
    copy_sq_distances(near, most, sq_dist_);
    for (AlignedBuffer* x : {&weight_, &root_, &image_}) x->reserve(padded(most));
    for (const BandwidthScale& scale : scales) write_values(kernels, near, scale, k);
  }

 private:
  void write_values(const SimdKernels& kernels, const Neighborhood& near,
                    const BandwidthScale& scale, std::size_t k) {
    const std::size_t n = scale.count;
    const std::size_t length = padded(n);
    kernels.heat_weights(near.sq_dist(), length, scale.rate, scale.sq_radius, weight_.data());
    std::fill(weight_.data() + n, weight_.data() + length, 0.0);
    const double moment = kernels.dot(weight_.data(), sq_dist_.data(), length);
    if (moment < smallest_moment) return;
    double total = 0;
    for (std::size_t j = 0; j < n; ++j) total += weight_[j];
    form_.resize(n);
    kernels.update_and_multiply(products_.data(), n, form_.v(), form_.w(), weight_.data(),
                                image_.data());
    double centre = 0;
    for (std::size_t j = 0; j < n; ++j) centre += weight_[j] * image_[j] / total / total;
    for (std::size_t j = 0; j < length; ++j) root_[j] = std::sqrt(weight_[j] / moment);
    for (std::size_t j = 0; j < n; ++j) {
      form_.v()[j] = root_[j];
      form_.w()[j] = root_[j] * (image_[j] / total - centre / 2);
      const double* from = products_.data() + PackedLower::row(j);
      double* to = matrix_.data() + PackedLower::row(j);
      for (std::size_t l = 0; l < PackedLower::row_length(j); ++l) {
        to[l] = root_[j] * root_[l] * from[l];
      }
    }
    form_.write_values(kernels, matrix_.data(), k, moment / total, scale.out);
  }

  LineProducts lines_;
  TridiagonalForm form_;
  std::vector<double> ones_;
  AlignedBuffer sq_dist_, weight_, root_, image_;
  AlignedBuffer products_, matrix_;
};

}  // namespace lapscale

#endif
