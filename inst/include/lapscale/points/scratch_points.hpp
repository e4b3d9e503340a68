#ifndef LAPSCALE_POINTS_SCRATCH_POINTS_HPP
#define LAPSCALE_POINTS_SCRATCH_POINTS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lapscale/points/point_frame.hpp"
#include "lapscale/runtime/scratch_memory.hpp"

namespace lapscale {

// The coordinates of n points on the disk, point after point. Those of points that are floats are
// kept as floats, in half the room, as long as they are floats in their frame too, which they
// mostly are: the subtraction and the scaling are exact. What is read is the same.
class ScratchPoints {
 public:
  // FileError as ScratchMemory has it.
  //   floats  whether the points are
  ScratchPoints(const std::string& folder, std::size_t n, std::size_t dim, bool floats)
      : folder_(folder), n_(n), dim_(dim) {
    if (floats) {
      floats_ = make<float>();
    } else {
      doubles_ = make<double>();
    }
  }

  // The same points in another order: row_of[position].
  ScratchPoints(const ScratchPoints& points, const std::vector<std::uint32_t>& row_of)
      : folder_(points.folder_), n_(points.n_), dim_(points.dim_), are_floats_(points.are_floats_) {
    if (points.floats_) {
      floats_ = make<float>();
      copy_in_order(*points.floats_, row_of, *floats_);
    } else {
      doubles_ = make<double>();
      copy_in_order(*points.doubles_, row_of, *doubles_);
    }
    size_ = n_;
  }

  std::size_t dim() const { return dim_; }
  // Whether those that are there are floats, however they are kept.
  bool are_floats() const { return are_floats_; }
  static bool are_floats(const double* z, std::size_t count) {
    return std::all_of(z, z + count, [](double value) {
      const auto rounded = static_cast<double>(static_cast<float>(value));
      return !(rounded < value || rounded > value);
    });
  }

  // Puts more points behind those that are there, by their coordinates in a frame.
  void append(const PointFrame& frame, const PointView& x) {
    constexpr std::size_t at_once = 16;
    std::vector<double> z(at_once * dim_);
    for (std::size_t first = 0; first < x.n; first += at_once) {
      const std::size_t count = std::min(at_once, x.n - first);
      coordinates_in(frame,
                     {x.data + first * x.point_step, count, dim_, x.point_step, x.coordinate_step},
                     z.data());
      append(z.data(), count);
    }
  }

  // What visit(first coordinate of all), of floats or doubles, returns.
  template <class Visit>
  auto visit(const Visit& visit) const {
    return floats_ ? visit(static_cast<const float*>(floats_->data()))
                   : visit(static_cast<const double*>(doubles_->data()));
  }

  double operator()(std::size_t i, std::size_t k) const {
    return floats_ ? static_cast<double>(floats_->data()[i * dim_ + k])
                   : doubles_->data()[i * dim_ + k];
  }

  // Writes coordinates begin to end - 1 of a point.
  void copy(std::size_t i, std::size_t begin, std::size_t end, double* out) const {
    visit([&](const auto* x) { std::copy(x + i * dim_ + begin, x + i * dim_ + end, out); });
  }

  // Says that `count` stretches of `size` points were used, from any thread.
  void used(std::size_t count, std::size_t size) const {
    floats_ ? floats_->used(count, size * dim_) : doubles_->used(count, size * dim_);
  }

 private:
  template <class Number>
  std::unique_ptr<ScratchMemory<Number>> make() const {
    return std::make_unique<ScratchMemory<Number>>(folder_, n_ * dim_);
  }

  void append(const double* z, std::size_t count) {
    are_floats_ = are_floats_ && are_floats(z, count * dim_);
    if (floats_ && !are_floats_) widen();
    if (floats_) {
      std::transform(z, z + count * dim_, floats_->data() + size_ * dim_,
                     [](double value) { return static_cast<float>(value); });
    } else {
      std::copy_n(z, count * dim_, doubles_->data() + size_ * dim_);
    }
    size_ += count;
    used(1, count);
  }

  void widen() {
    doubles_ = make<double>();
    for (std::size_t i = 0; i < size_; ++i) {
      std::copy_n(floats_->data() + i * dim_, dim_, doubles_->data() + i * dim_);
      floats_->used(1, dim_);
      doubles_->used(1, dim_);
    }
    floats_.reset();
  }

  template <class Number>
  void copy_in_order(const ScratchMemory<Number>& from, const std::vector<std::uint32_t>& row_of,
                     ScratchMemory<Number>& to) const {
    for (std::size_t position = 0; position < n_; ++position) {
      std::copy_n(from.data() + row_of[position] * dim_, dim_, to.data() + position * dim_);
      from.used(1, dim_);
      to.used(1, dim_);
    }
  }

  std::string folder_;
  std::size_t n_;
  std::size_t dim_;
  std::size_t size_ = 0;  // points that are there
  bool are_floats_ = true;
  std::unique_ptr<ScratchMemory<float>> floats_;
  std::unique_ptr<ScratchMemory<double>> doubles_;  // in their stead
};

}  // namespace lapscale

#endif
