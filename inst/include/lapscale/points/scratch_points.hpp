#ifndef LAPSCALE_POINTS_SCRATCH_POINTS_HPP
#define LAPSCALE_POINTS_SCRATCH_POINTS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/point_rows.hpp"

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

  // What visit(rows) returns, rows being ScratchRows of floats or of doubles.
  template <class Visit>
  auto visit(const Visit& visit) const {
    return floats_ ? visit(std::as_const(*floats_)) : visit(std::as_const(*doubles_));
  }

  double operator()(std::size_t i, std::size_t k) const {
    return visit([&](const auto& rows) { return static_cast<double>(rows.value(i, k)); });
  }

  // As ScratchRows has it.
  void used(std::size_t count, std::size_t size) const {
    visit([&](const auto& rows) { rows.used(count, size); });
  }

 private:
  template <class Number>
  std::unique_ptr<ScratchRows<Number>> make() const {
    return std::make_unique<ScratchRows<Number>>(folder_, n_, dim_);
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
    visit([&](const auto& rows) {
      rows.used_in_place(1, count);
      if (size_ == n_) rows.release();
    });
  }

  void widen() {
    doubles_ = make<double>();
    for (std::size_t i = 0; i < size_; ++i) {
      std::copy_n(floats_->point(i), dim_, doubles_->data() + i * dim_);
      floats_->used_in_place(1);
      doubles_->used_in_place(1);
    }
    floats_.reset();
  }

  template <class Number>
  void copy_in_order(const ScratchRows<Number>& from, const std::vector<std::uint32_t>& row_of,
                     ScratchRows<Number>& to) const {
    for (std::size_t position = 0; position < n_; ++position) {
      std::copy_n(from.point(row_of[position]), dim_, to.data() + position * dim_);
      from.used_in_place(1);
      to.used_in_place(1);
    }
  }

  std::string folder_;
  std::size_t n_;
  std::size_t dim_;
  std::size_t size_ = 0;  // points that are there
  bool are_floats_ = true;
  std::unique_ptr<ScratchRows<float>> floats_;
  std::unique_ptr<ScratchRows<double>> doubles_;  // in their stead
};

}  // namespace lapscale

#endif
