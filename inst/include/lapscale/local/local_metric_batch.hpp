#ifndef LAPSCALE_LOCAL_LOCAL_METRIC_BATCH_HPP
#define LAPSCALE_LOCAL_LOCAL_METRIC_BATCH_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "lapscale/local/krylov_basis.hpp"
#include "lapscale/local/local_metric.hpp"
#include "lapscale/local/weighted_covariance.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"

namespace lapscale {

// The local metrics of up to block_width points that lie near each other, many columns: principal
// directions by Krylov iteration, all points of the block in step, so that the work is matrix
// products. One object per thread.
class LocalMetricBatch {
 public:
  using Lists = std::array<std::vector<Neighbor>, block_width>;

  // everything  all points packed in order of position; used when the neighbourhoods cover much
  LocalMetricBatch(const PointIndex& index, const PackedPoints& everything,
                   const SimdKernels& kernels, std::size_t d, TangentWeights tangent_weights)
      : index_(index),
        everything_(everything),
        kernels_(kernels),
        d_(static_cast<Eigen::Index>(d)),
        tangent_weights_(tangent_weights),
        place_(index.size()) {}

  // Same definition as LocalMetricSums::at.
  //   centre         positions, 1 to block_width of them
  //   near           their neighbours within cutoff * bandwidth
  //   degree_factor  n values by position
  //   start          per centre, dim x d or empty: tangents to start from
  std::vector<LocalMetric> at(const std::vector<std::size_t>& centre, const Lists& near,
                              double bandwidth, const double* degree_factor,
                              const std::vector<Eigen::MatrixXd>& start) {
    const double rate = 1 / (bandwidth * bandwidth);
    const PackedPoints& points = gather(centre.size(), near);
    const std::size_t rows = padded(points.size());
    std::array<const double*, block_width> weight{};
    std::array<const double*, block_width> pca_weight{};
    for (std::size_t q = 0; q < block_width; ++q) {
      const std::size_t at = q < centre.size() ? q : 0;  // places without a centre repeat the first
      weigh(near[at], rate, rows, at);
      weight[q] = weight_[at].data();
      pca_weight[q] = tangent_weights_ == TangentWeights::kernel ? weight[q] : square_[at].data();
    }
    WeightedCovariances covariances(points, kernels_);
    covariances.assign(weight, pca_weight);
    std::vector<LocalMetric> local(centre.size());
    const std::vector<Eigen::MatrixXd> tangent = iterate(covariances, centre, start);
    for (std::size_t q = 0; q < centre.size(); ++q) local[q].tangent = tangent[q];
    second_moments(covariances, centre, near, degree_factor, rate, local);
    return local;
  }

 private:
  static constexpr double tolerance = 1e-7;
  static constexpr int max_products = 600;

  // The points that serve a block, and place_[position] = their row in them.
  const PackedPoints& gather(std::size_t n_centres, const Lists& near) {
    std::vector<std::size_t> position;
    for (std::size_t q = 0; q < n_centres; ++q) {
      for (const Neighbor& neighbor : near[q]) position.push_back(neighbor.point);
    }
    std::sort(position.begin(), position.end());
    position.erase(std::unique(position.begin(), position.end()), position.end());
    if (2 * position.size() > index_.size()) {
      for (std::size_t j = 0; j < index_.size(); ++j) place_[j] = j;
      return everything_;
    }
    for (std::size_t j = 0; j < position.size(); ++j) place_[position[j]] = j;
    gathered_ = std::make_unique<PackedPoints>(index_, position);
    return *gathered_;
  }

  // Writes weight_[q] and square_[q], padded columns.
  void weigh(const std::vector<Neighbor>& near, double rate, std::size_t rows, std::size_t q) {
    weight_[q].reserve(rows);
    square_[q].reserve(rows);
    std::fill(weight_[q].data(), weight_[q].data() + rows, std::numeric_limits<double>::infinity());
    for (const Neighbor& neighbor : near) weight_[q][place_[neighbor.point]] = neighbor.sq_dist;
    kernels_.heat_weights(weight_[q].data(), rows, rate, std::numeric_limits<double>::infinity(),
                          weight_[q].data());
    kernels_.multiply(weight_[q].data(), weight_[q].data(), rows, square_[q].data());
  }

  std::vector<Eigen::MatrixXd> iterate(WeightedCovariances& covariances,
                                       const std::vector<std::size_t>& centre,
                                       const std::vector<Eigen::MatrixXd>& start) const {
    std::vector<KrylovBasis> basis;
    for (std::size_t q = 0; q < centre.size(); ++q) {
      basis.emplace_back(start_block(centre[q], start[q]), tolerance);
    }
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(index_.dim()));
    for (int step = 0; step < max_products; ++step) {
      std::array<Eigen::VectorXd, block_width> v;
      bool all_done = true;
      for (std::size_t q = 0; q < block_width; ++q) {
        const bool active = q < basis.size() && !basis[q].done();
        v[q] = active ? basis[q].next() : zero;
        all_done = all_done && !active;
      }
      if (all_done) break;
      const std::array<Eigen::VectorXd, block_width> image = covariances.apply(v);
      for (std::size_t q = 0; q < basis.size(); ++q) {
        if (!basis[q].done()) basis[q].add(image[q]);
      }
    }
    std::vector<Eigen::MatrixXd> tangent;
    tangent.reserve(basis.size());
    for (const KrylovBasis& b : basis) tangent.push_back(b.vectors());
    return tangent;
  }

  // The tangent of a neighbouring bandwidth, with a little of everything else.
  Eigen::MatrixXd start_block(std::size_t centre, const Eigen::MatrixXd& known) const {
    const auto dim = static_cast<Eigen::Index>(index_.dim());
    const CounterRandom random(centre);
    Eigen::MatrixXd block(dim, d_);
    for (Eigen::Index a = 0; a < d_; ++a) {
      for (Eigen::Index k = 0; k < dim; ++k) {
        const auto counter = static_cast<std::uint64_t>(a * dim + k);
        block(k, a) = random.uniform(counter) - 0.5;
      }
      block.col(a).normalize();
    }
    if (known.size() > 0) block = known + 0.01 * block;
    return block;
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
        const double origin = projected[q][place_[centre[q]]];
        for (std::size_t j = 0; j < near[q].size(); ++j) {
          y[q](static_cast<Eigen::Index>(j), a) = projected[q][place_[near[q][j].point]] - origin;
        }
      }
    }
    for (std::size_t q = 0; q < centre.size(); ++q) {
      Eigen::VectorXd p(static_cast<Eigen::Index>(near[q].size()));
      for (std::size_t j = 0; j < near[q].size(); ++j) {
        const std::size_t point = near[q][j].point;
        p[static_cast<Eigen::Index>(j)] = weight_[q][place_[point]] * degree_factor[point];
      }
      local[q].metric = 2 * rate / p.sum() * (y[q].transpose() * p.asDiagonal() * y[q]);
    }
  }

  const PointIndex& index_;
  const PackedPoints& everything_;
  SimdKernels kernels_;
  Eigen::Index d_;
  TangentWeights tangent_weights_;
  std::vector<std::size_t> place_;
  std::unique_ptr<PackedPoints> gathered_;
  std::array<AlignedBuffer, block_width> weight_;
  std::array<AlignedBuffer, block_width> square_;
};

}  // namespace lapscale

#endif
