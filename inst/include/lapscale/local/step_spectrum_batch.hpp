#ifndef LAPSCALE_LOCAL_STEP_SPECTRUM_BATCH_HPP
#define LAPSCALE_LOCAL_STEP_SPECTRUM_BATCH_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "lapscale/local/block_neighborhoods.hpp"
#include "lapscale/local/krylov_basis.hpp"
#include "lapscale/local/leading_directions.hpp"
#include "lapscale/local/step_spectrum.hpp"
#include "lapscale/local/weighted_covariance.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// The step spectra of up to block_width points that lie near each other, many columns: leading
// eigenvalues by Krylov iteration, more of them until all that decide the distances to projections
// are known. One object per thread.
class StepSpectrumBatch {
 public:
  using Lists = BlockNeighborhoods::Lists;

  StepSpectrumBatch(const PointIndex& index, const EveryPoint& everything,
                    const SimdKernels& kernels)
      : index_(index), near_(index, everything, kernels), kernels_(kernels) {}

  // Same definition as StepSpectrumSums::at, the leading eigenvalues of it.
  //   centre         positions, 1 to block_width of them
  //   near           their neighbors within cutoff * bandwidth
  //   degree_factor  n values by position
  //   start          per center: directions to start from, dim x any; theirs, written
  std::vector<StepSpectrum> at(const std::vector<std::size_t>& centre, const Lists& near,
                               double bandwidth, const double* degree_factor,
                               std::vector<Eigen::MatrixXd>& start) {
    const double rate = 1 / (bandwidth * bandwidth);
    const PackedPoints& points = near_.gather(centre.size(), near);
    const std::size_t rows = padded(points.size());
    std::array<const double*, block_width> weight{};
    for (std::size_t q = 0; q < block_width; ++q) {
      const std::size_t at = q < centre.size() ? q : 0;  // places without a center repeat the first
      if (q < centre.size()) weigh(near, rate, rows, degree_factor, centre[q], q);
      weight[q] = weight_[at].data();
    }
    WeightedCovariances covariances(points, kernels_);
    covariances.assign(weight, weight);
    for (std::size_t q = 0; q < centre.size(); ++q) {
      drift_[q] = covariances.mean(q) - coordinates(centre[q]);
    }
    std::vector<StepSpectrum> result(centre.size());
    for (std::size_t q = 0; q < centre.size(); ++q) result[q] = sums_[q];
    Eigen::Index wanted = 2;
    while (true) {
      lead(covariances, centre, wanted, 2 * rate, near.unit, result, start);
      const bool all_decide = std::any_of(result.begin(), result.end(), [&](const auto& s) {
        return s.values[wanted - 1] > min_deciding(s.values[0], s.self);
      });
      const auto most = std::min(max_values, static_cast<Eigen::Index>(index_.dim()));
      if (!all_decide || wanted >= most) return result;
      wanted = std::min(2 * wanted, most);
    }
  }

 private:
  // For vectors; the error of eigenvalues is about its square.
  static constexpr double tolerance = 1e-4;
  static constexpr Eigen::Index max_values = 16;

  // Writes weight_[q] = w_j t_j^-alpha by place, and what sums of these the spectrum takes.
  void weigh(const Lists& near, double rate, std::size_t rows, const double* degree_factor,
             std::size_t centre, std::size_t q) {
    near_.weigh(near[q], rate, rows, weight_[q]);
    StepSpectrum& sums = sums_[q];
    sums.degree = 0;
    double total = 0;
    double square = 0;
    double second = 0;
    double second_square = 0;
    const bool drawn = !near.raise[q].empty();
    for (std::size_t j = 0; j < near[q].size(); ++j) {
      const Neighbor& neighbor = near[q][j];
      const double raise = drawn ? near.raise[q][j] : 1;
      double& w = weight_[q][near_.place(neighbor.point)];
      sums.degree += w;
      w *= degree_factor[neighbor.point];
      total += raise * w;
      square += raise * w * w;
      const double sq_length = near.sq_length[q].empty() ? neighbor.sq_dist : near.sq_length[q][j];
      second += raise * w * sq_length;
      second_square += raise * w * w * sq_length;
    }
    if (drawn) sums.degree = near.degree[q];
    near_.raise(near, q, weight_[q]);
    total_[q] = total;
    sums.concentration = square / (total * total);
    sums.self = degree_factor[centre] / total;
    centring_[q] = centring_of(second_square / total, second, sums.self);
  }

  void lead(WeightedCovariances& covariances, const std::vector<std::size_t>& centre,
            Eigen::Index wanted, double scale, const std::array<double, block_width>& unit,
            std::vector<StepSpectrum>& result, std::vector<Eigen::MatrixXd>& start) const {
    const auto dim = static_cast<Eigen::Index>(index_.dim());
    std::vector<KrylovBasis> basis;
    for (std::size_t q = 0; q < centre.size(); ++q) {
      const Eigen::Index known = std::min(wanted, start[q].cols());
      basis.emplace_back(start_directions(centre[q], dim, wanted, start[q].leftCols(known).eval()),
                         tolerance);
    }
    using Block = std::array<Eigen::VectorXd, block_width>;
    iterate_in_step(basis, dim, [&](const Block& v) {
      Block image = covariances.apply(v);
      for (std::size_t q = 0; q < centre.size(); ++q) {
        const Centring& c = centring_[q];
        image[q] *= (1 + c.raise) / total_[q];
        image[q] += (1 + c.raise - c.share) * drift_[q].dot(v[q]) * drift_[q];
      }
      return image;
    });
    for (std::size_t q = 0; q < centre.size(); ++q) {
      result[q].values = scale / (unit[q] * unit[q]) * basis[q].values();
      start[q] = basis[q].vectors();
    }
  }

  Eigen::VectorXd coordinates(std::size_t position) const {
    Eigen::VectorXd x(static_cast<Eigen::Index>(index_.dim()));
    index_.for_coordinates(
        position, [&](std::size_t k, double value) { x[static_cast<Eigen::Index>(k)] = value; });
    return x;
  }

  const PointIndex& index_;
  BlockNeighborhoods near_;
  SimdKernels kernels_;
  std::array<AlignedBuffer, block_width> weight_;
  std::array<double, block_width> total_{};
  std::array<StepSpectrum, block_width> sums_;
  std::array<Centring, block_width> centring_{};
  std::array<Eigen::VectorXd, block_width> drift_;
};

}  // namespace lapscale

#endif
