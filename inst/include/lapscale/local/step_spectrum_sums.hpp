#ifndef LAPSCALE_LOCAL_STEP_SPECTRUM_SUMS_HPP
#define LAPSCALE_LOCAL_STEP_SPECTRUM_SUMS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/local/neighbor_sample.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/local/step_spectrum.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The step spectrum of one point at a time, few columns: forms the dim x dim covariance. One object
// per thread.
class StepSpectrumSums {
 public:
  StepSpectrumSums(const SimdKernels& kernels, const NeighborSample::Plan& plan)
      : kernels_(kernels), sample_(plan), ones_(chunk) {
    std::fill(ones_.data(), ones_.data() + chunk, 1.0);
  }

  // With p_j proportional to exp(-s_j / h^2) / t_j^alpha and y_j = x_j - x_i: all eigenvalues of
  // 2 / h^2 times the second moment of y, centered as Centering says.
  //   near           of the center, at least up to cutoff * bandwidth
  //   degree_factor  n values by position: t_j^-alpha
  StepSpectrum at(const Neighborhood& near, std::size_t centre, double bandwidth, double cutoff,
                  const double* degree_factor) {
    const double rate = 1 / (bandwidth * bandwidth);
    const double sq_radius = cutoff * cutoff / rate;
    const WeightedPoints points = sample_.weigh_and_draw(kernels_, near, centre, rate, sq_radius);
    degree_factors_of(points, near, degree_factor, once_);
    moment_weight_.reserve(points.count);
    kernels_.multiply(points.weight, once_.data(), points.count, moment_weight_.data());
    kernels_.multiply(points.kernel, once_.data(), points.count, once_.data());
    StepSpectrum result = spectrum(points, near.dim(), 2 * rate, degree_factor[centre]);
    result.degree = near.mass() != nullptr
                        ? total_of(points.weight, points.count)
                        : kernels_.heat_sum(near.sq_dist(), near.reach(sq_radius), rate, sq_radius);
    return result;
  }

 private:
  static constexpr std::size_t chunk = 16 * panel_width;

  double total_of(const double* weight, std::size_t count) const {
    double total = 0;
    for (std::size_t begin = 0; begin < count; begin += chunk) {
      total += kernels_.dot(weight + begin, ones_.data(), std::min(chunk, count - begin));
    }
    return total;
  }

  // own: the weight of the point itself
  StepSpectrum spectrum(const WeightedPoints& points, std::size_t n_columns, double scale,
                        double own) {
    const auto dim = static_cast<Eigen::Index>(n_columns);
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(dim);
    Eigen::MatrixXd second = Eigen::MatrixXd::Zero(dim, dim);
    double total = 0;
    double square = 0;
    double spread = 0;  // sum_j p_j^2 |y_j|^2, before the division
    scaled_.reserve(chunk);
    squared_.reserve(chunk);
    for (std::size_t begin = 0; begin < points.count; begin += chunk) {
      const std::size_t n = std::min(chunk, points.count - begin);
      const double* weight = moment_weight_.data() + begin;
      const double* once = once_.data() + begin;
      total += kernels_.dot(weight, ones_.data(), n);
      kernels_.multiply(weight, once, n, squared_.data());
      square += kernels_.dot(squared_.data(), ones_.data(), n);
      for (Eigen::Index k = 0; k < dim; ++k) {
        const double* z = points.offset + static_cast<std::size_t>(k) * points.stride + begin;
        mean[k] += kernels_.dot(weight, z, n);
        kernels_.multiply(weight, z, n, scaled_.data());
        for (Eigen::Index l = 0; l <= k; ++l) {
          const double* other = points.offset + static_cast<std::size_t>(l) * points.stride;
          second(k, l) += kernels_.dot(scaled_.data(), other + begin, n);
        }
        kernels_.multiply(once, scaled_.data(), n, scaled_.data());
        spread += kernels_.dot(scaled_.data(), z, n);
      }
    }
    second.triangularView<Eigen::StrictlyUpper>() = second.transpose();
    second /= total;
    mean /= total;
    StepSpectrum result;
    result.concentration = square / (total * total);
    result.self = own / total;
    const Centring centring = centring_of(spread / (total * total), second.trace(), result.self);
    const Eigen::MatrixXd covariance =
        scale * ((1 + centring.raise) * second - centring.share * mean * mean.transpose());
    result.values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(covariance, Eigen::EigenvaluesOnly)
            .eigenvalues()
            .reverse();
    return result;
  }

  SimdKernels kernels_;
  NeighborSample sample_;
  AlignedBuffer ones_;
  AlignedBuffer moment_weight_;
  AlignedBuffer once_;  // as if the points stood for themselves: a square is raised once
  AlignedBuffer scaled_;
  AlignedBuffer squared_;
};

}  // namespace lapscale

#endif
