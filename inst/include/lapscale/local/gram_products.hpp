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

// Points as two such matrices, by points and by coordinates.
struct PanelPoints {
  PanelMatrix by_point;
  PanelMatrix by_coordinate;

  void assign(const PointIndex& index, const std::vector<std::size_t>& position) {
    const std::size_t n = position.size();
    by_point.assign(n, index.dim(), [&](std::size_t i, std::size_t k) {
      return index.coordinate(position[i], k);
    });
    by_coordinate.assign(index.dim(), n, [&](std::size_t k, std::size_t i) {
      return index.coordinate(position[i], k);
    });
  }
};

// Inner products of points from their squared distances: for coefficients a that add up to 0,
// the vector v = sum_j a_j x_j has the products f_j = <x_j, v> up to a constant,
//
//   f = -1/2 S a   with S the squared distances, or   f = X (X'a)
//
// with the coordinates where they are fewer. No constant is felt where differences of f count.
class GramProducts {
 public:
  //   index     null: the distances alone are known
  //   everyone  the points of the index in order of position; null with it
  GramProducts(const SquaredDistances& sq_dist, const PointIndex* index,
               const PanelPoints* everyone)
      : sq_dist_(sq_dist), index_(index), everyone_(everyone) {}

  // Takes some of the points, or all of them.
  void assign(const std::vector<std::size_t>& position) {
    n_ = position.size();
    by_coordinates_ = index_ != nullptr && 2 * index_->dim() < n_;
    points_ = &own_points_;
    if (n_ == sq_dist_.size()) {
      points_ = everyone_;
      distances_.borrow(n_, n_, sq_dist_.panel(0));
    } else if (by_coordinates_) {
      own_points_.assign(*index_, position);
    } else {
      row_.reserve(padded(sq_dist_.size()));
      std::size_t now = std::size_t(-1);
      distances_.assign(n_, n_, [&](std::size_t i, std::size_t k) {
        if (i != now) sq_dist_.copy_row(position[i], row_.data());
        now = i;
        return row_[position[k]];
      });
    }
  }

  // f for a, columns of padded(size) numbers, a multiple of block_width of them.
  void apply(const SimdKernels& kernels, const double* a, std::size_t columns, double* f) {
    const std::size_t n_blocks = columns / block_width;
    interleave(a, n_, columns, in_);
    if (!by_coordinates_) return distances_.multiply(kernels, in_.data(), n_blocks, -0.5, f);
    const std::size_t dim = index_->dim();
    out_.reserve(columns * padded(dim));
    points_->by_coordinate.multiply(kernels, in_.data(), n_blocks, 1, out_.data());
    interleave(out_.data(), dim, columns, in_);
    points_->by_point.multiply(kernels, in_.data(), n_blocks, 1, f);
  }

 private:
  // Columns as blocks.
  static void interleave(const double* x, std::size_t n, std::size_t columns, AlignedBuffer& out) {
    out.reserve(columns * n);
    for (std::size_t c = 0; c < columns; ++c) {
      const double* from = x + c * padded(n);
      double* to = out.data() + c / block_width * n * block_width + c % block_width;
      for (std::size_t k = 0; k < n; ++k) to[k * block_width] = from[k];
    }
  }

  const SquaredDistances& sq_dist_;
  const PointIndex* index_;
  const PanelPoints* everyone_;
  const PanelPoints* points_ = nullptr;
  PanelPoints own_points_;
  PanelMatrix distances_;
  std::size_t n_ = 0;
  bool by_coordinates_ = false;
  AlignedBuffer row_, in_, out_;
};

}  // namespace lapscale

#endif
