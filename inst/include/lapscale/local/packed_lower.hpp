#ifndef LAPSCALE_LOCAL_PACKED_LOWER_HPP
#define LAPSCALE_LOCAL_PACKED_LOWER_HPP

#include <cstddef>

#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Where the rows of the lower half of a symmetric matrix stand in the order of
// SimdKernels::update_and_multiply(): those of a block of panel_width rows are as long as the block
// on the diagonal reaches, which is there as a whole.
class PackedLower {
 public:
  explicit PackedLower(std::size_t n) : n_(n) {}

  std::size_t n() const { return n_; }
  // For all rows, up to a multiple of panel_width.
  std::size_t size() const { return row(n_blocks() * panel_width); }
  std::size_t n_blocks() const { return (n_ + panel_width - 1) / panel_width; }

  static std::size_t row_length(std::size_t i) { return (i / panel_width + 1) * panel_width; }
  static std::size_t row(std::size_t i) {
    const std::size_t left = i / panel_width * panel_width;
    return left * (left + panel_width) / 2 + (i - left) * row_length(i);
  }

 private:
  std::size_t n_;
};

}  // namespace lapscale

#endif
