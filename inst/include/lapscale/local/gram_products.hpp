#ifndef LAPSCALE_LOCAL_GRAM_PRODUCTS_HPP
#define LAPSCALE_LOCAL_GRAM_PRODUCTS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/panel_matrix.hpp"
#include "lapscale/points/panel_points.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Inner products of points from their squared distances: for coefficients a that add up to 0,
// the vector v = sum_j a_j x_j has the products f_j = <x_j, v> up to a constant,
//
//   f = -1/2 S a   with S the squared distances, or   f = X (X'a)
//
// with the coordinates where they are fewer. No constant is felt where differences of f count.
class GramProducts {
 public:
  //   points  null: the distances alone are known
  GramProducts(const SquaredDistances& sq_dist, const PanelPoints* points)
      : sq_dist_(sq_dist), points_(points) {}

  // Takes some of the points, increasing, or all of them.
  void assign(const std::vector<std::size_t>& position) {
    position_ = position;
    by_coordinates_ = points_ != nullptr && 2 * points_->dim() < position.size();
    if (by_coordinates_) return;
    const std::size_t n = position.size();
    if (n == sq_dist_.size()) return distances_.borrow(n, n, sq_dist_.panel(0));
    row_.reserve(padded(sq_dist_.size()));
    std::size_t now = std::size_t(-1);
    distances_.assign(n, n, [&](std::size_t i, std::size_t k) {
      if (i != now) sq_dist_.copy_row(position[i], row_.data());
      now = i;
      return row_[position[k]];
    });
  }

  // f for a, columns of padded(size) numbers, a multiple of block_width of them.
  void apply(const SimdKernels& kernels, const double* a, std::size_t columns, double* f) {
    const std::size_t n_blocks = columns / block_width;
    const std::size_t n = position_.size();
    const std::size_t n_in = by_coordinates_ ? sq_dist_.size() : n;
    in_.reserve(columns * n_in);
    if (n < n_in) std::fill_n(in_.data(), columns * n_in, 0.0);
    for (std::size_t c = 0; c < columns; ++c) {
      double* to = in_.data() + c / block_width * n_in * block_width + c % block_width;
      for (std::size_t k = 0; k < n; ++k) {
        to[(n < n_in ? position_[k] : k) * block_width] = a[c * padded(n) + k];
      }
    }
    if (!by_coordinates_) return distances_.multiply(kernels, in_.data(), n_blocks, -0.5, f);
    points_->apply(kernels, in_.data(), n_blocks, out_);
    for (std::size_t c = 0; c < columns; ++c) {
      const double* from = out_.data() + c * padded(n_in);
      for (std::size_t k = 0; k < n; ++k) f[c * padded(n) + k] = from[position_[k]];
      std::fill(f + c * padded(n) + n, f + (c + 1) * padded(n), 0.0);
    }
  }

 private:
  const SquaredDistances& sq_dist_;
  const PanelPoints* points_;
  PanelMatrix distances_;
  std::vector<std::size_t> position_;
  bool by_coordinates_ = false;
  AlignedBuffer row_, in_, out_;
};

}  // namespace lapscale

#endif
