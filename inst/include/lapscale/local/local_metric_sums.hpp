#ifndef LAPSCALE_LOCAL_LOCAL_METRIC_SUMS_HPP
#define LAPSCALE_LOCAL_LOCAL_METRIC_SUMS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/local/local_metric.hpp"
#include "lapscale/local/neighbor_sample.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The local metric of one point at a time, few columns: forms the dim x dim covariance. One object
// per thread.
class LocalMetricSums {
 public:
  LocalMetricSums(const SimdKernels& kernels, std::size_t d, TangentWeights tangent_weights,
                  const NeighborSample::Plan& plan)
      : kernels_(kernels),
        d_(static_cast<Eigen::Index>(d)),
        tangent_weights_(tangent_weights),
        sample_(plan),
        ones_(chunk) {
    std::fill(ones_.data(), ones_.data() + chunk, 1.0);
  }

  // With w_j = exp(-s_j / h^2): V the top d principal directions of the neighbors, mean weighted
  // by w, covariance by w^2 (or w); y_j = V'(x_j - x_i); H = (2 / h^2) sum_j p_j y_j y_j' with p_j
  // proportional to w_j / t_j^alpha. Perrault-Joncas, Meila, McQueen (2017), equations 4 to 6.
  //   near           of the center, at least up to cutoff * bandwidth
  //   degree_factor  n values by position: t_j^-alpha
  LocalMetric at(const Neighborhood& near, std::size_t centre, double bandwidth, double cutoff,
                 const double* degree_factor) {
    const double rate = 1 / (bandwidth * bandwidth);
    const WeightedPoints points =
        sample_.weigh_and_draw(kernels_, near, centre, rate, cutoff * cutoff / rate);
    LocalMetric local;
    local.tangent = tangent(points, near.dim());
    degree_factors_of(points, near, degree_factor, moment_weight_);
    kernels_.multiply(points.weight, moment_weight_.data(), points.count, moment_weight_.data());
    local.metric = 2 * rate * second_moment(points, local.tangent);
    return local;
  }

 private:
  static constexpr std::size_t chunk = 16 * panel_width;

  // Top d principal directions, dim x d.
  Eigen::MatrixXd tangent(const WeightedPoints& points, std::size_t n_columns) {
    const auto dim = static_cast<Eigen::Index>(n_columns);
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(dim);
    Eigen::VectorXd first = Eigen::VectorXd::Zero(dim);
    Eigen::MatrixXd second = Eigen::MatrixXd::Zero(dim, dim);
    double total = 0;
    double mass = 0;
    pca_weight_.reserve(chunk);
    scaled_.reserve(chunk * n_columns);
    for (std::size_t begin = 0; begin < points.count; begin += chunk) {
      const std::size_t n = std::min(chunk, points.count - begin);
      const double* weight = points.weight + begin;
      const bool squared = tangent_weights_ == TangentWeights::squared;
      kernels_.multiply(weight, squared ? points.kernel + begin : ones_.data(), n,
                        pca_weight_.data());
      total += kernels_.dot(weight, ones_.data(), n);
      mass += kernels_.dot(pca_weight_.data(), ones_.data(), n);
      for (Eigen::Index k = 0; k < dim; ++k) {
        const double* z = points.offset + static_cast<std::size_t>(k) * points.stride + begin;
        double* az = scaled_.data() + static_cast<std::size_t>(k) * chunk;
        kernels_.multiply(pca_weight_.data(), z, n, az);
        mean[k] += kernels_.dot(weight, z, n);
        first[k] += kernels_.dot(az, ones_.data(), n);
        for (Eigen::Index l = 0; l <= k; ++l) {
          const double* other = points.offset + static_cast<std::size_t>(l) * points.stride;
          second(k, l) += kernels_.dot(az, other + begin, n);
        }
      }
    }
    mean /= total;
    second.triangularView<Eigen::StrictlyUpper>() = second.transpose();
    second += mass * mean * mean.transpose() - first * mean.transpose() - mean * first.transpose();
    const double scale = second.trace();
    if (scale > 0) second /= scale;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(second);
    return eigen.eigenvectors().rightCols(d_).rowwise().reverse();
  }

  // sum_j p_j y_j y_j' with y_j the offsets in the tangent plane, d x d.
  Eigen::MatrixXd second_moment(const WeightedPoints& points, const Eigen::MatrixXd& tangent) {
    Eigen::MatrixXd moment = Eigen::MatrixXd::Zero(d_, d_);
    double total = 0;
    projected_.reserve(chunk * static_cast<std::size_t>(d_));
    for (std::size_t begin = 0; begin < points.count; begin += chunk) {
      const std::size_t n = std::min(chunk, points.count - begin);
      const double* weight = moment_weight_.data() + begin;
      total += kernels_.dot(weight, ones_.data(), n);
      for (Eigen::Index a = 0; a < d_; ++a) {
        double* y = projected_.data() + static_cast<std::size_t>(a) * chunk;
        std::fill(y, y + n, 0.0);
        for (Eigen::Index k = 0; k < tangent.rows(); ++k) {
          const double* z = points.offset + static_cast<std::size_t>(k) * points.stride + begin;
          kernels_.add_multiple(z, tangent(k, a), n, y);
        }
        kernels_.multiply(weight, y, n, scaled_.data());
        for (Eigen::Index b = 0; b <= a; ++b) {
          const double* other = projected_.data() + static_cast<std::size_t>(b) * chunk;
          moment(a, b) += kernels_.dot(scaled_.data(), other, n);
        }
      }
    }
    moment.triangularView<Eigen::StrictlyUpper>() = moment.transpose();
    return moment / total;
  }

  SimdKernels kernels_;
  Eigen::Index d_;
  TangentWeights tangent_weights_;
  NeighborSample sample_;
  AlignedBuffer ones_;
  AlignedBuffer pca_weight_;
  AlignedBuffer moment_weight_;
  AlignedBuffer scaled_;
  AlignedBuffer projected_;
};

}  // namespace lapscale

#endif
