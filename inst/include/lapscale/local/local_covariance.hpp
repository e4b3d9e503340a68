#ifndef LAPSCALE_LOCAL_LOCAL_COVARIANCE_HPP
#define LAPSCALE_LOCAL_LOCAL_COVARIANCE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/local/krylov_basis.hpp"
#include "lapscale/local/line_products.hpp"
#include "lapscale/local/neighbor_sample.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/local/packed_lower.hpp"
#include "lapscale/local/tridiagonal_form.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The covariance of one neighborhood, weighted by the heat kernel: its eigenvalues. With few
// columns the dim x dim matrix is formed; else, unless it is large, the smaller of that matrix and
// the Gram matrix of the points, whose eigenvalues are the same. A large one is known by its
// products with vectors only. One object per thread.
class LocalCovariance {
 public:
  static constexpr std::size_t max_columns = 48;  // few

  // Tells whether the matrix is formed for this number of columns, points, and values k.
  static bool forms_matrix(std::size_t dim, std::size_t n_points, std::size_t k) {
    constexpr std::size_t max_formed = 384;  // lines of the smaller side
    constexpr std::size_t small_share = 8;   // of them an iteration may seek one in so many
    return std::min(dim, n_points) <= std::max(max_formed, small_share * k);
  }

  LocalCovariance(const SimdKernels& kernels, const NeighborSample::Plan& plan)
      : kernels_(kernels), sample_(plan) {}

  // near  of the center, at least up to cutoff * bandwidth; leading_values() reads it again
  void at(const Neighborhood& near, std::size_t centre, double bandwidth, double cutoff) {
    const double rate = 1 / (bandwidth * bandwidth);
    points_ = sample_.weigh_and_draw(kernels_, near, centre, rate, cutoff * cutoff / rate);
    dim_ = static_cast<Eigen::Index>(near.dim());
    total_ = 0;
    for (std::size_t j = 0; j < points_.count; ++j) total_ += points_.weight[j];
    mean_.resize(dim_);
    for (Eigen::Index k = 0; k < dim_; ++k) {
      mean_[k] = kernels_.dot(points_.weight, offset(k), points_.count) / total_;
    }
  }

  // Writes the k largest eigenvalues, largest first; 0 where there are fewer directions.
  void leading_values(std::size_t k, double* out) {
    const Eigen::VectorXd values = values_of(static_cast<Eigen::Index>(k));
    for (std::size_t a = 0; a < k; ++a) {
      const auto at = static_cast<Eigen::Index>(a);
      out[a] = at < values.size() ? std::max(0.0, values[at]) : 0;
    }
  }

 private:
  static constexpr double tolerance = 1e-4;
  static constexpr int max_products = 600;

  const double* offset(Eigen::Index k) const {
    return points_.offset + static_cast<std::size_t>(k) * points_.stride;
  }

  Eigen::VectorXd values_of(Eigen::Index k) {
    const auto dim = static_cast<std::size_t>(dim_);
    if (dim <= max_columns) return all_values();
    if (forms_matrix(dim, points_.size, static_cast<std::size_t>(k))) return smaller_side_values(k);
    return krylov_values(k);
  }

  Eigen::VectorXd all_values() {
    Eigen::MatrixXd covariance(dim_, dim_);
    scaled_.reserve(points_.count);
    for (Eigen::Index k = 0; k < dim_; ++k) {
      kernels_.multiply(points_.weight, offset(k), points_.count, scaled_.data());
      for (Eigen::Index l = 0; l <= k; ++l) {
        covariance(k, l) = covariance(l, k) =
            kernels_.dot(scaled_.data(), offset(l), points_.count) / total_ - mean_[k] * mean_[l];
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(covariance, Eigen::EigenvaluesOnly);
    return eigen.eigenvalues().reverse();
  }

  // Computes those of Y'Y or YY', where Y has the rows sqrt(w_j / sum w) (x_j - m).
  Eigen::VectorXd smaller_side_values(Eigen::Index wanted) {
    const std::size_t size = points_.size;
    const auto dim = static_cast<std::size_t>(dim_);
    roots_.resize(size);
    for (std::size_t j = 0; j < size; ++j) roots_[j] = std::sqrt(points_.weight[j] / total_);
    double trace = 0;
    const auto entry = [&](std::size_t j, std::size_t k) {
      const auto column = static_cast<Eigen::Index>(k);
      const double value = roots_[j] * (offset(column)[j] - mean_[column]);
      trace += value * value;
      return value;
    };
    const std::size_t side = std::min(size, dim);
    const std::size_t length = std::max(size, dim);
    if (size < dim) {
      lines_.assign(side, length, entry);
    } else {
      lines_.assign(side, length, [&](std::size_t k, std::size_t j) { return entry(j, k); });
    }
    Eigen::VectorXd values =
        Eigen::VectorXd::Zero(std::min(wanted, static_cast<Eigen::Index>(side)));
    if (trace <= std::numeric_limits<double>::min()) return values;
    matrix_.reserve(PackedLower(side).size());
    const std::vector<double> share(length, 1 / trace);
    lines_.lower(kernels_, share.data(), length, matrix_.data());
    form_.resize(side);
    form_.write_values(kernels_, matrix_.data(), static_cast<std::size_t>(wanted), trace,
                       values.data());
    return values;
  }

  // C v = sum_j w_j y_j x_j / sum_j w_j with y_j = <x_j - m, v> of weighted mean 0.
  Eigen::VectorXd times(const Eigen::VectorXd& v) {
    scaled_.reserve(points_.count);
    std::fill(scaled_.data(), scaled_.data() + points_.count, -mean_.dot(v));
    for (Eigen::Index k = 0; k < dim_; ++k) {
      kernels_.add_multiple(offset(k), v[k], points_.count, scaled_.data());
    }
    kernels_.multiply(points_.weight, scaled_.data(), points_.count, scaled_.data());
    Eigen::VectorXd image(dim_);
    for (Eigen::Index k = 0; k < dim_; ++k) {
      image[k] = kernels_.dot(scaled_.data(), offset(k), points_.count) / total_;
    }
    return image;
  }

  Eigen::VectorXd krylov_values(Eigen::Index wanted) {
    const CounterRandom random(0);
    Eigen::MatrixXd start(dim_, wanted);
    for (Eigen::Index i = 0; i < start.size(); ++i) {
      start(i) = random.uniform(static_cast<std::uint64_t>(i)) - 0.5;
    }
    KrylovBasis basis(start, tolerance);
    for (int step = 0; step < max_products && !basis.done(); ++step) basis.add(times(basis.next()));
    return basis.done() ? basis.values() : smaller_side_values(wanted);
  }

  SimdKernels kernels_;
  NeighborSample sample_;
  WeightedPoints points_{};
  Eigen::Index dim_ = 0;
  double total_ = 0;
  Eigen::VectorXd mean_;
  AlignedBuffer scaled_;
  LineProducts lines_;
  TridiagonalForm form_;
  AlignedBuffer matrix_;
  std::vector<double> roots_;
};

}  // namespace lapscale

#endif
