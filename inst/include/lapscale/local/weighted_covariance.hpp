#ifndef LAPSCALE_LOCAL_WEIGHTED_COVARIANCE_HPP
#define LAPSCALE_LOCAL_WEIGHTED_COVARIANCE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The covariances of block_width weightings of the same points, as operators: applying them to
// vectors costs two products with X, and no dim x dim matrix is formed. One object per thread.
class WeightedCovariances {
 public:
  WeightedCovariances(const PackedPoints& points, const SimdKernels& kernels)
      : points_(points),
        kernels_(kernels),
        rows_(padded(points.size())),
        v_(points.stride() * block_width),
        w_(points.stride() * block_width),
        y_(rows_ * block_width) {
    std::fill(v_.data(), v_.data() + v_.size(), 0.0);
  }

  // Weighting q: mean by weight[q], covariance about it by pca_weight[q]; padded columns.
  void assign(std::array<const double*, block_width> weight,
              std::array<const double*, block_width> pca_weight) {
    pca_weight_ = pca_weight;
    const auto set = [&](std::size_t j, double* a) {
      for (std::size_t q = 0; q < block_width; ++q) a[q] = weight[q][j];
    };
    points_.transposed_times(kernels_, set, w_.data());
    for (std::size_t q = 0; q < block_width; ++q) {
      double total = 0;
      for (std::size_t j = 0; j < points_.size(); ++j) total += weight[q][j];
      mean_[q] = column(q) / total;
    }
  }

  const Eigen::VectorXd& mean(std::size_t q) const { return mean_[q]; }

  // C_q v_q for each q: C v = sum_j a_j (x_j - m) <x_j - m, v>.
  std::array<Eigen::VectorXd, block_width> apply(
      const std::array<Eigen::VectorXd, block_width>& v) {
    std::array<double, block_width> along_mean{};
    std::array<double, block_width> total{};
    for (std::size_t q = 0; q < block_width; ++q) along_mean[q] = mean_[q].dot(v[q]);
    const auto weigh = [&](std::size_t j, double* y) {
      for (std::size_t q = 0; q < block_width; ++q) {
        y[q] = pca_weight_[q][j] * (y[q] - along_mean[q]);
        total[q] += y[q];
      }
    };
    set_columns(v);
    points_.there_and_back(kernels_, v_.data(), weigh, w_.data());
    std::array<Eigen::VectorXd, block_width> result;
    for (std::size_t q = 0; q < block_width; ++q) result[q] = column(q) - total[q] * mean_[q];
    return result;
  }

  // <x_j, v_q> for all points; valid until the next call.
  std::array<const double*, block_width> project(
      const std::array<Eigen::VectorXd, block_width>& v) {
    set_columns(v);
    points_.times(kernels_, v_.data(), [&](std::size_t j, const double* y) {
      for (std::size_t q = 0; q < block_width; ++q) y_[q * rows_ + j] = y[q];
    });
    std::array<const double*, block_width> y{};
    for (std::size_t q = 0; q < block_width; ++q) y[q] = y_.data() + q * rows_;
    return y;
  }

 private:
  void set_columns(const std::array<Eigen::VectorXd, block_width>& v) {
    for (std::size_t q = 0; q < block_width; ++q) {
      std::copy_n(v[q].data(), points_.dim(), v_.data() + q * points_.stride());
    }
  }

  Eigen::VectorXd column(std::size_t q) const {
    return Eigen::Map<const Eigen::VectorXd>(w_.data() + q * points_.stride(),
                                             static_cast<Eigen::Index>(points_.dim()));
  }

  const PackedPoints& points_;
  SimdKernels kernels_;
  std::size_t rows_;
  std::array<const double*, block_width> pca_weight_{};
  std::array<Eigen::VectorXd, block_width> mean_;
  AlignedBuffer v_;
  AlignedBuffer w_;
  AlignedBuffer y_;
};

}  // namespace lapscale

#endif
