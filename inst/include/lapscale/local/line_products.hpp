#ifndef LAPSCALE_LOCAL_LINE_PRODUCTS_HPP
#define LAPSCALE_LOCAL_LINE_PRODUCTS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Inner products of the lines of a matrix with one another, the lower half of them, at the speed of
// the kernel. One object per thread; it owns the scratch memory.
class LineProducts {
 public:
  // Room for lines, zero: line i from data() + i * step() on.
  void resize(std::size_t n_lines, std::size_t length) {
    n_lines_ = n_lines;
    step_ = (length + panel_width - 1) / panel_width * panel_width;
    rows_ = (n_lines + block_width - 1) / block_width * block_width;
    lines_.reserve(rows_ * step_);
    std::fill(lines_.data(), lines_.data() + rows_ * step_, 0.0);
  }
  double* line(std::size_t i) { return lines_.data() + i * step_; }

  // n_lines x n_lines; its upper half is not to be read.
  Eigen::MatrixXd lower(const SimdKernels& kernels) {
    const auto size = static_cast<Eigen::Index>(n_lines_);
    Eigen::MatrixXd product = Eigen::MatrixXd::Zero(size, size);
    sum_.reserve(block_width * rows_ * panel_width);
    out_.reserve(block_width * rows_);
    for (std::size_t begin = 0; begin < step_; begin += chunk) {
      const std::size_t n = std::min(chunk, step_ - begin);
      for (std::size_t first = 0; first < rows_; first += block_width) {
        const std::size_t columns = first + block_width;
        std::fill(sum_.data(), sum_.data() + block_width * columns * panel_width, 0.0);
        kernels.add_dots(line(first) + begin, step_, lines_.data() + begin, step_, columns, n,
                         sum_.data());
        kernels.lane_sums(sum_.data(), columns, out_.data());
        for (std::size_t q = 0; q < block_width && first + q < n_lines_; ++q) {
          for (std::size_t c = 0; c <= first + q; ++c) {
            product(static_cast<Eigen::Index>(first + q), static_cast<Eigen::Index>(c)) +=
                out_[q * columns + c];
          }
        }
      }
    }
    return product;
  }

 private:
  // So much of a few hundred lines stays in the near memory.
  static constexpr std::size_t chunk = 512;

  std::size_t n_lines_ = 0;
  std::size_t step_ = 0;
  std::size_t rows_ = 0;  // lines and zeros, whole blocks
  AlignedBuffer lines_;
  AlignedBuffer sum_;
  AlignedBuffer out_;
};

}  // namespace lapscale

#endif
