#ifndef LAPSCALE_LOCAL_GRAM_PRODUCTS_HPP
#define LAPSCALE_LOCAL_GRAM_PRODUCTS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/pair_excess.hpp"
#include "lapscale/points/panel_matrix.hpp"
#include "lapscale/points/panel_points.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Some of n points, known by all squared distances, by coordinates, or both: distances, and inner
// products. For coefficients a that add up to 0 the vector v = sum_j a_j x_j has the products
// f_j = <x_j, v> up to a constant,
//
//   f = -1/2 S a   with S the squared distances, or   f = X (X'a)
//
// with the coordinates where they are fewer or alone are known. No constant is felt where
// differences of f count. Where the squared distances exceed those of the points for few pairs, by
// E, the second has -1/2 E a beside. One object per thread.
class GramProducts {
 public:
  //   sq_dist, points  one of them may be null
  //   excess           E by position; null: 0
  GramProducts(const SquaredDistances* sq_dist, const PanelPoints* points,
               const PairExcess* excess = nullptr)
      : sq_dist_(sq_dist), points_(points), excess_(excess) {}

  std::size_t n_points() const { return sq_dist_ != nullptr ? sq_dist_->size() : points_->size(); }

  // Takes some of the points, increasing, or all of them.
  void assign(const std::vector<std::size_t>& position) {
    position_ = position;
    is_ready_ = false;
    by_coordinates_ =
        sq_dist_ == nullptr || (points_ != nullptr && 2 * points_->dim() < position.size());
    gathered_.reset();
    if (by_coordinates_ && 2 * position.size() < n_points()) {
      gathered_.emplace(*points_, position);
    }
    if (by_coordinates_ && excess_ != nullptr) own_excess_ = excess_->part(position);
  }

  // Writes the squared distances from up to block_width of the points taken, by their places, to
  // all taken: block_width rows of padded(size) numbers, +Inf in the padding.
  void write_sq_distances(const SimdKernels& kernels, const std::size_t* place, std::size_t count,
                          double* out) {
    if (gathered_) return gathered_->write_sq_distances(kernels, place, count, out);
    const std::size_t stride = padded(n_points());
    const std::size_t own = padded(position_.size());
    row_.reserve(block_width * stride);
    std::array<std::size_t, block_width> from{};
    for (std::size_t q = 0; q < count; ++q) from[q] = position_[place[q]];
    if (sq_dist_ == nullptr) {
      points_->write_sq_distances(kernels, from.data(), count, row_.data());
    } else {
      for (std::size_t q = 0; q < count; ++q) {
        sq_dist_->copy_row(from[q], row_.data() + q * stride);
      }
    }
    for (std::size_t q = 0; q < count; ++q) {
      double* to = out + q * own;
      for (std::size_t j = 0; j < position_.size(); ++j) to[j] = row_[q * stride + position_[j]];
      std::fill(to + position_.size(), to + own, std::numeric_limits<double>::infinity());
    }
  }

  // f for a, columns of padded(size) numbers, a multiple of block_width of them.
  void apply(const SimdKernels& kernels, const double* a, std::size_t columns, double* f) {
    if (!is_ready_ && !by_coordinates_) copy_distances();
    is_ready_ = true;
    const std::size_t n_blocks = columns / block_width;
    const std::size_t n = position_.size();
    const std::size_t n_in = by_coordinates_ && !gathered_ ? n_points() : n;
    in_.reserve(columns * n_in);
    if (n < n_in) std::fill_n(in_.data(), columns * n_in, 0.0);
    for (std::size_t c = 0; c < columns; ++c) {
      double* to = in_.data() + c / block_width * n_in * block_width + c % block_width;
      for (std::size_t k = 0; k < n; ++k) {
        to[(n < n_in ? position_[k] : k) * block_width] = a[c * padded(n) + k];
      }
    }
    if (!by_coordinates_) return distances_.multiply(kernels, in_.data(), n_blocks, -0.5, f);
    (gathered_ ? *gathered_ : *points_).apply(kernels, in_.data(), n_blocks, out_);
    for (std::size_t c = 0; c < columns; ++c) {
      const double* from = out_.data() + c * padded(n_in);
      for (std::size_t k = 0; k < n; ++k) {
        f[c * padded(n) + k] = from[n < n_in ? position_[k] : k];
      }
      std::fill(f + c * padded(n) + n, f + (c + 1) * padded(n), 0.0);
    }
    for (std::size_t k = 0; k < own_excess_.size(); ++k) {
      for (const PairExcess::Entry& e : own_excess_.of(k)) {
        for (std::size_t c = 0; c < columns; ++c) {
          f[c * padded(n) + k] -= 0.5 * e.value * a[c * padded(n) + e.other];
        }
      }
    }
  }

 private:
  void copy_distances() {
    const std::size_t n = position_.size();
    if (n == sq_dist_->size()) return distances_.borrow(n, n, sq_dist_->panel(0));
    // The other way round they lie one after the other.
    distances_.assign(n, n, [&](std::size_t i, std::size_t k) {
      return (*sq_dist_)(position_[k], position_[i]);
    });
  }

  const SquaredDistances* sq_dist_;
  const PanelPoints* points_;
  const PairExcess* excess_;
  PairExcess own_excess_;                // of those taken
  std::optional<PanelPoints> gathered_;  // those taken, where they are fewer than half
  PanelMatrix distances_;
  std::vector<std::size_t> position_;
  bool by_coordinates_ = false;
  bool is_ready_ = false;
  AlignedBuffer row_, in_, out_;
};

}  // namespace lapscale

#endif
