#ifndef LAPSCALE_LOCAL_LINE_PRODUCTS_HPP
#define LAPSCALE_LOCAL_LINE_PRODUCTS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/local/packed_lower.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Inner products of the lines of a matrix with one another, weighted, the lower half of them, at
// the speed of the kernel. Lines are packed in panels of so few entries that those of all lines
// stay in the cache. One object per thread; it owns the scratch memory.
class LineProducts {
 public:
  // value(i, j)  entry j of line i
  template <class Value>
  void assign(std::size_t n_lines, std::size_t length, const Value& value) {
    n_lines_ = n_lines;
    length_ = length;
    const std::size_t n_panels = padded(n_lines) / panel_width;
    panels_.reserve(n_panels * panel_width * length);
    double* x = panels_.data();
    for_chunks([&](std::size_t begin, std::size_t n) {
      for (std::size_t first = 0; first < n_panels * panel_width; first += panel_width) {
        const std::size_t present = std::min(panel_width, n_lines - first);
        for (std::size_t j = begin; j < begin + n; ++j, x += panel_width) {
          for (std::size_t l = 0; l < present; ++l) x[l] = value(first + l, j);
          std::fill(x + present, x + panel_width, 0.0);
        }
      }
    });
  }

  std::size_t n_lines() const { return n_lines_; }

  // out, in the order of PackedLower = sum_j weight[j] line_i[j] line_k[j]
  //   end  weights are 0 from there on
  void lower(const SimdKernels& kernels, const double* weight, std::size_t end, double* out) {
    const PackedLower shape(n_lines_);
    std::fill(out, out + shape.size(), 0.0);
    for_chunks([&](std::size_t begin, std::size_t n) {
      if (begin >= end) return;
      const double* panels = panels_of(begin);
      for (std::size_t i = 0; i < n_lines_; i += block_width) {
        const double* lines = panels + i / panel_width * n * panel_width + i % panel_width;
        block_.reserve(n * block_width);
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t q = 0; q < block_width; ++q) {
            block_[j * block_width + q] = weight[begin + j] * lines[j * panel_width + q];
          }
        }
        add_products(kernels, panels, n, PackedLower::row_length(i), out + PackedLower::row(i));
      }
    });
  }

  // out[q * padded(n_lines) + i] = sum_j weight_q[j] line_i[j]
  //   weights  block_width columns, `step` apart
  void sums(const SimdKernels& kernels, const double* weights, std::size_t step, double* out) {
    std::fill(out, out + block_width * padded(n_lines_), 0.0);
    for_chunks([&](std::size_t begin, std::size_t n) {
      block_.reserve(n * block_width);
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t q = 0; q < block_width; ++q) {
          block_[j * block_width + q] = weights[q * step + begin + j];
        }
      }
      add_products(kernels, panels_of(begin), n, padded(n_lines_), out);
    });
  }

 private:
  static constexpr std::size_t chunk = 256;

  const double* panels_of(std::size_t begin) const {
    return panels_.data() + begin * padded(n_lines_);
  }

  template <class Body>
  void for_chunks(const Body& body) const {
    for (std::size_t begin = 0; begin < length_; begin += chunk) {
      body(begin, std::min(chunk, length_ - begin));
    }
  }

  // Products of the block with the first `width` lines.
  void add_products(const SimdKernels& kernels, const double* panels, std::size_t n,
                    std::size_t width, double* out) {
    product_.reserve(block_width * width);
    kernels.products(panels, n, width / panel_width, block_.data(), product_.data());
    kernels.add_multiple(product_.data(), 1, block_width * width, out);
  }

  std::size_t n_lines_ = 0;
  std::size_t length_ = 0;
  AlignedBuffer panels_;
  AlignedBuffer block_;    // entries x block_width
  AlignedBuffer product_;  // block_width x lines
};

}  // namespace lapscale

#endif
