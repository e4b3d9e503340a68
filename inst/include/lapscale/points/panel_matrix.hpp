#ifndef LAPSCALE_POINTS_PANEL_MATRIX_HPP
#define LAPSCALE_POINTS_PANEL_MATRIX_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// A matrix whose products with blocks of columns run at the speed of the kernels: panels of
// panel_width rows, panel[k * panel_width + l] being entry k of row l.
class PanelMatrix {
 public:
  PanelMatrix() = default;
  PanelMatrix(PanelMatrix&&) = default;  // a copy would refer to the numbers of another
  PanelMatrix& operator=(PanelMatrix&&) = default;

  // at(i, k): entry k of row i
  template <class At>
  void assign(std::size_t rows, std::size_t columns, const At& at) {
    rows_ = rows;
    columns_ = columns;
    own_.reserve(padded(rows) * columns);
    double* to = own_.data();
    for (std::size_t first = 0; first < rows; first += panel_width) {
      for (std::size_t k = 0; k < columns; ++k) {
        for (std::size_t i = first; i < first + panel_width; ++i) *to++ = i < rows ? at(i, k) : 0.0;
      }
    }
    data_ = own_.data();
  }

  // Refers to panels that others own.
  void borrow(std::size_t rows, std::size_t columns, const double* panels) {
    rows_ = rows;
    columns_ = columns;
    data_ = panels;
  }

  std::size_t rows() const { return rows_; }
  const double* panels() const { return data_; }

  // Entry k of row i.
  double operator()(std::size_t i, std::size_t k) const {
    return data_[(i / panel_width * columns_ + k) * panel_width + i % panel_width];
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

}  // namespace lapscale

#endif
