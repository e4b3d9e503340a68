#ifndef LAPSCALE_POINTS_DEFLATED_DISTANCES_HPP
#define LAPSCALE_POINTS_DEFLATED_DISTANCES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lapscale/points/pair_source.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Points whose squared distances are less the noise of both ends,
//
//   max(|y_i - y_j|^2 - s_i - s_j, |y_i - y_j|^2 / 1000),
//
// so that no pair coincides that did not. All n x n of them are in memory.
class DeflatedDistances : public PairSource {
 public:
  //   noise  s, by row, in the squared unit of the index
  DeflatedDistances(const PointIndex& index, const std::vector<double>& noise,
                    const Runtime& runtime)
      : size_(index.size()), sq_dist_(index, runtime), position_(size_) {
    std::vector<double> own(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      position_[i] = index.position_of(i);
      own[position_[i]] = noise[i];
    }
    // Each block has rows of its own, so that no number is written twice.
    for_rows(
        size_, runtime,
        [&](std::size_t i) {
          for (std::size_t j = i + 1; j < size_; ++j) {
            const double raw = sq_dist_(i, j);
            sq_dist_.set(i, j, std::max(raw - own[i] - own[j], raw / most));
          }
        },
        16);
  }

  // Ready for passes.
  static PointIndex index(const PointIndex& points, const std::vector<double>& noise,
                          const Runtime& runtime) {
    return {points.frame(), std::make_shared<const DeflatedDistances>(points, noise, runtime),
            runtime};
  }

  std::size_t size() const override { return size_; }
  std::size_t dim() const override { return 1; }
  bool has_coordinates() const override { return false; }
  double coordinate(std::size_t /*row*/, std::size_t /*k*/) const override { return 0; }

  // Returns squared distances to some of the points.
  std::vector<double> guide() const override {
    const std::size_t few = guide_dim();
    std::vector<double> result;
    result.reserve(size_ * few);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < few; ++k) {
        result.push_back(between(i, (2 * k + 1) * size_ / (2 * few)));
      }
    }
    return result;
  }
  std::size_t guide_dim() const override { return std::min<std::size_t>(size_, 8); }

  double total_deviation() const override {
    double total = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      double own = 0;
      for (std::size_t j = 0; j < size_; ++j) own += between(i, j);
      total += own;
    }
    return total / (2 * static_cast<double>(size_));
  }

  // Rows alone say where their distances are.
  void pack_block(const std::size_t* /*row*/, std::size_t /*count*/, double* block) const override {
    std::fill(block, block + block_width, 0.0);
  }

  void sq_distances(const PairSource& /*queries*/, const std::size_t* query,
                    const double* /*block*/, const std::uint32_t* point, std::size_t count,
                    std::size_t stride, double* out) const override {
    for (std::size_t q = 0; q < block_width; ++q) {
      for (std::size_t j = 0; j < count; ++j) out[q * stride + j] = between(point[j], query[q]);
    }
  }

 private:
  static constexpr double most = 1000;  // times a squared distance is divided by

  double between(std::size_t row, std::size_t other) const {
    return sq_dist_(position_[row], position_[other]);
  }

  std::size_t size_;
  SquaredDistances sq_dist_;
  std::vector<std::size_t> position_;
};

}  // namespace lapscale

#endif
