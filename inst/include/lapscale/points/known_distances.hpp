#ifndef LAPSCALE_POINTS_KNOWN_DISTANCES_HPP
#define LAPSCALE_POINTS_KNOWN_DISTANCES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lapscale/points/pair_source.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Points of which the distances to the n points of the data are all that is known: these are their
// n "coordinates". Nothing else is asked of distances: the triangle inequality need not hold.
class KnownDistances : public PairSource {
 public:
  // distances  m x n, in the unit of the data
  // column     which of the n points these m are; empty: none of them, so that they can be queries
  //            only
  KnownDistances(const PointFrame& frame, const PointView& distances,
                 std::vector<std::size_t> column = {})
      : size_(distances.n),
        dim_(distances.dim),
        distance_(size_ * dim_),
        column_(std::move(column)) {
    coordinates_in(frame, distances, distance_.data());
    for (const double d : distance_) {
      if (!(d >= 0)) throw std::invalid_argument("KnownDistances: a distance is negative or NaN");
    }
  }

  // Returns the unit that is natural for distances; no distance is shifted.
  static PointFrame frame_for(const PointView& distances) {
    PointRange range;
    range.add(distances);
    PointFrame frame;
    const double largest = *std::max_element(range.high.begin(), range.high.end());
    frame.origin.assign(distances.dim, 0.0);
    frame.degenerate = !(largest > 0);
    if (!frame.degenerate) frame.exponent = std::ilogb(largest) + 1;
    return frame;
  }

  // Ready for passes.
  static PointIndex index(const PointFrame& frame, const PointView& distances,
                          const std::vector<std::size_t>& column, const Runtime& runtime) {
    return {frame, std::make_shared<const KnownDistances>(frame, distances, column), runtime};
  }

  std::size_t size() const override { return size_; }
  std::size_t dim() const override { return dim_; }
  bool has_coordinates() const override { return false; }
  double coordinate(std::size_t row, std::size_t k) const override {
    return distance_[row * dim_ + k];
  }

  // Returns distances to some of the points.
  std::vector<double> guide() const override {
    const std::size_t few = guide_dim();
    std::vector<double> result(size_ * few);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < few; ++k) {
        result[i * few + k] = coordinate(i, (2 * k + 1) * dim_ / (2 * few));
      }
    }
    return result;
  }
  std::size_t guide_dim() const override { return std::min<std::size_t>(dim_, 8); }

  double total_deviation() const override {
    double total = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      double own = 0;
      for (const std::size_t k : column_) own += coordinate(i, k) * coordinate(i, k);
      total += own;
    }
    return total / (2 * static_cast<double>(size_));
  }

  void pack_block(const std::size_t* row, std::size_t count, double* block) const override {
    for (std::size_t q = 0; q < block_width; ++q) {
      const double* from = distance_.data() + row[q < count ? q : 0] * dim_;
      for (std::size_t k = 0; k < dim_; ++k) block[k * block_width + q] = from[k];
    }
  }

  void sq_distances(const PairSource& /*queries*/, const std::size_t* /*query*/,
                    const double* block, const std::uint32_t* point, std::size_t count,
                    std::size_t stride, double* out) const override {
    for (std::size_t j = 0; j < count; ++j) {
      const double* from = block + column_[point[j]] * block_width;
      for (std::size_t q = 0; q < block_width; ++q) out[q * stride + j] = from[q] * from[q];
    }
  }

 private:
  std::size_t size_;
  std::size_t dim_;
  std::vector<double> distance_;  // row after row
  std::vector<std::size_t> column_;
};

}  // namespace lapscale

#endif
