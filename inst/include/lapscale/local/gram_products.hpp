#ifndef LAPSCALE_LOCAL_GRAM_PRODUCTS_HPP
#define LAPSCALE_LOCAL_GRAM_PRODUCTS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// A matrix whose products with blocks of columns run at the speed of the kernels: panels of
// panel_width rows, panel[k * panel_width + l] being entry k of row l.
class PanelMatrix {
 public:
  // at(i, k): entry k of row i
  template <class At>
  void assign(std::size_t rows, std::size_t columns, const At& at) {
    rows_ = rows;
    columns_ = columns;
    own_.reserve(padded(rows) * columns);
    for (std::size_t i = 0; i < padded(rows); ++i) {
      double* to = own_.data() + i / panel_width * columns * panel_width + i % panel_width;
      for (std::size_t k = 0; k < columns; ++k) to[k * panel_width] = i < rows ? at(i, k) : 0.0;
    }
    data_ = own_.data();
  }

  // Of panels that somebody else owns.
  void borrow(std::size_t rows, std::size_t columns, const double* panels) {
    rows_ = rows;
    columns_ = columns;
    data_ = panels;
  }

  std::size_t rows() const { return rows_; }

  // Y = factor A X for n_blocks blocks of columns: x[(b * columns + k) * block_width + q], and
  // y[(b * block_width + q) * padded(rows) + i], 0 in the padding.
  void multiply(const SimdKernels& kernels, const double* x, std::size_t n_blocks, double factor,
                double* y) const {
    const std::size_t stride = padded(rows_);
    for (std::size_t p = 0; p * panel_width < rows_; ++p) {
      const std::size_t count = std::min(panel_width, rows_ - p * panel_width);
      for (std::size_t begin = 0; begin < columns_; begin += slice) {
        const std::size_t depth = std::min(slice, columns_ - begin);
        const double* panel = data_ + (p * columns_ + begin) * panel_width;
        for (std::size_t b = 0; b < n_blocks; ++b) {
          alignas(64) double part[block_width * panel_width];
          kernels.products(panel, depth, 1, x + (b * columns_ + begin) * block_width, part);
          for (std::size_t q = 0; q < block_width; ++q) {
            double* to = y + (b * block_width + q) * stride + p * panel_width;
            for (std::size_t l = 0; l < panel_width; ++l) {
              const double value = l < count ? factor * part[q * panel_width + l] : 0;
              to[l] = begin == 0 ? value : to[l] + value;
            }
          }
        }
      }
    }
  }

 private:
  static constexpr std::size_t slice = 1024;  // entries of a panel that stay in the cache

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  AlignedBuffer own_;
  const double* data_ = nullptr;
};

// All points of an index, by position, as two such matrices: by points and by coordinates.
class PanelPoints {
 public:
  explicit PanelPoints(const PointIndex& index) : dim_(index.dim()) {
    by_point_.assign(index.size(), dim_,
                     [&](std::size_t i, std::size_t k) { return index.coordinate(i, k); });
    by_coordinate_.assign(dim_, index.size(),
                          [&](std::size_t k, std::size_t i) { return index.coordinate(i, k); });
  }

  std::size_t dim() const { return dim_; }

  // X X'A for blocks of columns as PanelMatrix::multiply() takes and gives them.
  void apply(const SimdKernels& kernels, const double* a, std::size_t n_blocks,
             AlignedBuffer& out) const {
    const std::size_t columns = n_blocks * block_width;
    AlignedBuffer sums(columns * padded(dim_));
    AlignedBuffer turned(columns * dim_);
    by_coordinate_.multiply(kernels, a, n_blocks, 1, sums.data());
    for (std::size_t c = 0; c < columns; ++c) {
      double* to = turned.data() + c / block_width * dim_ * block_width + c % block_width;
      for (std::size_t k = 0; k < dim_; ++k) to[k * block_width] = sums[c * padded(dim_) + k];
    }
    out.reserve(columns * padded(by_point_.rows()));
    by_point_.multiply(kernels, turned.data(), n_blocks, 1, out.data());
  }

 private:
  std::size_t dim_;
  PanelMatrix by_point_;
  PanelMatrix by_coordinate_;
};

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
