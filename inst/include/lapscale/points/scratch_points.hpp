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
    const auto row_at = [&](std::size_t position) { return row_of[position]; };
    if (points.floats_) {
      floats_ = make<float>();
      copy(*points.floats_, n_, row_at, *floats_);
    } else {
      doubles_ = make<double>();
      copy(*points.doubles_, n_, row_at, *doubles_);
    }
    size_ = n_;
  }

  std::size_t dim() const { return dim_; }
  // Tells whether those that are there are floats, however they are kept.
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

  // Returns what visit(rows) returns, rows being ScratchRows of floats or of doubles.
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
      narrow_.resize(count * dim_);
      std::transform(z, z + count * dim_, narrow_.begin(),
                     [](double value) { return static_cast<float>(value); });
      floats_->write(size_, count, narrow_.data());
    } else {
      doubles_->write(size_, count, z);
    }
    size_ += count;
  }

  void widen() {
    doubles_ = make<double>();
    copy(
        *floats_, size_, [](std::size_t i) { return i; }, *doubles_);
    floats_.reset();
  }

  // Rows row_of(0), row_of(1), ... of `from`, n of them, as rows 0, 1, ... of `to`.
  template <class A, class Row, class B>
  void copy(const ScratchRows<A>& from, std::size_t n, const Row& row_of,
            ScratchRows<B>& to) const {
    constexpr std::size_t max_values = 65536;
    const std::size_t together = std::clamp<std::size_t>(max_values / dim_, 1, n_);
    std::vector<B> x(together * dim_);
    for (std::size_t first = 0; first < n; first += together) {
      const std::size_t count = std::min(together, n - first);
      for (std::size_t i = 0; i < count; ++i) {
        std::copy_n(from.point(row_of(first + i)), dim_, x.data() + i * dim_);
        from.used_in_place(1);
      }
      to.write(first, count, x.data());
    }
  }

  std::string folder_;
  std::size_t n_;
  std::size_t dim_;
  std::size_t size_ = 0;  // points that are there
  bool are_floats_ = true;
  std::unique_ptr<ScratchRows<float>> floats_;
  std::unique_ptr<ScratchRows<double>> doubles_;  // in their stead
  std::vector<float> narrow_;                     // of append()
};

}  // namespace lapscale

#endif
