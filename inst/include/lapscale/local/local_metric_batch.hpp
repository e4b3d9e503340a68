#ifndef LAPSCALE_LOCAL_LOCAL_METRIC_BATCH_HPP
#define LAPSCALE_LOCAL_LOCAL_METRIC_BATCH_HPP

#include <array>
#include <cstddef>
#include <vector>

#include "lapscale/local/block_neighborhoods.hpp"
#include "lapscale/local/krylov_basis.hpp"
#include "lapscale/local/leading_directions.hpp"
#include "lapscale/local/local_metric.hpp"
#include "lapscale/local/weighted_covariance.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// The local metrics of up to block_width points that lie near each other, many columns: principal
// directions by Krylov iteration, all points of the block in step, so that the work is matrix
// products. One object per thread.
class LocalMetricBatch {
 public:
  using Lists = BlockNeighborhoods::Lists;

  // everything  all points; used when the neighborhoods cover much
  LocalMetricBatch(const PointIndex& index, const EveryPoint& everything,
                   const SimdKernels& kernels, std::size_t d, TangentWeights tangent_weights)
      : index_(index),
        near_(index, everything, kernels),
        kernels_(kernels),
        d_(static_cast<Eigen::Index>(d)),
        tangent_weights_(tangent_weights) {}

  // Same definition as LocalMetricSums::at.
  //   centre         positions, 1 to block_width of them
  //   near           their neighbors within cutoff * bandwidth
  //   degree_factor  n values by position
  //   start          per center, dim x d or empty: tangents to start from; those found, written
  std::vector<LocalMetric> at(const std::vector<std::size_t>& centre, const Lists& near,
                              double bandwidth, const double* degree_factor,
                              std::vector<Eigen::MatrixXd>& start) {
    const double rate = 1 / (bandwidth * bandwidth);
    const PackedPoints& points = near_.gather(centre.size(), near);
    const std::size_t rows = padded(points.size());
    std::array<const double*, block_width> weight{};
    std::array<const double*, block_width> pca_weight{};
    for (std::size_t q = 0; q < block_width; ++q) {
      const std::size_t at = q < centre.size() ? q : 0;  // places without a center repeat the first
      near_.weigh(near[at], rate, rows, weight_[at]);
      square_[at].reserve(rows);
      kernels_.multiply(weight_[at].data(), weight_[at].data(), rows, square_[at].data());
      near_.raise(near, at, weight_[at]);
      near_.raise(near, at, square_[at]);
      weight[q] = weight_[at].data();
      pca_weight[q] = tangent_weights_ == TangentWeights::kernel ? weight[q] : square_[at].data();
    }
    WeightedCovariances covariances(points, kernels_);
    covariances.assign(weight, pca_weight);
    std::vector<LocalMetric> local(centre.size());
    start = iterate(covariances, centre, start);
    for (std::size_t q = 0; q < centre.size(); ++q) local[q].tangent = start[q];
    second_moments(covariances, centre, near, degree_factor, rate, local);
    return local;
  }

 private:
  static constexpr double tolerance = 1e-7;

  std::vector<Eigen::MatrixXd> iterate(WeightedCovariances& covariances,
                                       const std::vector<std::size_t>& centre,
                                       const std::vector<Eigen::MatrixXd>& start) const {
    const auto dim = static_cast<Eigen::Index>(index_.dim());
    std::vector<KrylovBasis> basis;
    for (std::size_t q = 0; q < centre.size(); ++q) {
      basis.emplace_back(start_directions(centre[q], dim, d_, start[q]), tolerance);
    }
    using Block = std::array<Eigen::VectorXd, block_width>;
    iterate_in_step(basis, dim, [&](const Block& v) { return covariances.apply(v); });
    std::vector<Eigen::MatrixXd> tangent;
    tangent.reserve(basis.size());
    for (const KrylovBasis& b : basis) tangent.push_back(b.vectors());
    return tangent;
  }

  void second_moments(WeightedCovariances& covariances, const std::vector<std::size_t>& centre,
                      const Lists& near, const double* degree_factor, double rate,
                      std::vector<LocalMetric>& local) const {
    std::vector<Eigen::MatrixXd> y(centre.size());
    for (std::size_t q = 0; q < centre.size(); ++q) {
      y[q].resize(static_cast<Eigen::Index>(near[q].size()), d_);
    }
    for (Eigen::Index a = 0; a < d_; ++a) {
      std::array<Eigen::VectorXd, block_width> v;
      for (std::size_t q = 0; q < block_width; ++q) {
        v[q] = local[q < centre.size() ? q : 0].tangent.col(a);
      }
      const std::array<const double*, block_width> projected = covariances.project(v);
      for (std::size_t q = 0; q < centre.size(); ++q) {
        const double origin = projected[q][near_.place(centre[q])];
        for (std::size_t j = 0; j < near[q].size(); ++j) {
          y[q](static_cast<Eigen::Index>(j), a) =
              projected[q][near_.place(near[q][j].point)] - origin;
        }
      }
    }
    for (std::size_t q = 0; q < centre.size(); ++q) {
      Eigen::VectorXd p(static_cast<Eigen::Index>(near[q].size()));
      for (std::size_t j = 0; j < near[q].size(); ++j) {
        const std::size_t point = near[q][j].point;
        p[static_cast<Eigen::Index>(j)] = weight_[q][near_.place(point)] * degree_factor[point];
      }
      const double sq_unit = near.unit[q] * near.unit[q];
      local[q].metric = 2 * rate / sq_unit / p.sum() * transpose_times(p.asDiagonal() * y[q], y[q]);
    }
  }

  const PointIndex& index_;
  BlockNeighborhoods near_;
  SimdKernels kernels_;
  Eigen::Index d_;
  TangentWeights tangent_weights_;
  std::array<AlignedBuffer, block_width> weight_;
  std::array<AlignedBuffer, block_width> square_;
};

}  // namespace lapscale

#endif
