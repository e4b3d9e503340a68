#ifndef LAPSCALE_POINTS_PACKED_POINTS_HPP
#define LAPSCALE_POINTS_PACKED_POINTS_HPP

#include <cstddef>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

inline std::size_t padded(std::size_t n) {
  return (n + panel_width - 1) / panel_width * panel_width;
}

// A matrix X of points (rows) packed twice, so that X V and X'A run at the speed of the kernel.
class PackedPoints {
 public:
  // position  which points, in this order
  PackedPoints(const PointIndex& index, const std::vector<std::size_t>& position)
      : size_(position.size()),
        dim_(index.dim()),
        by_point_(padded(size_) * dim_),
        by_coordinate_(padded(dim_) * padded(size_)) {
    for (std::size_t j = 0; j < size_; ++j) {
      double* panel = by_point_.data() + j / panel_width * panel_width * dim_ + j % panel_width;
      for (std::size_t k = 0; k < dim_; ++k) {
        const double x = index.coordinate(position[j], k);
        panel[k * panel_width] = x;
        by_coordinate_[(k / panel_width * padded(size_) + j) * panel_width + k % panel_width] = x;
      }
      index.looked_at(1);
    }
  }

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }

  // Y = X V for one block V (dim x block_width, packed); Y is block_width columns of length
  // padded(size()), written.
  void times(const SimdKernels& kernels, const double* block, double* y) const {
    kernels.products(by_point_.data(), dim_, padded(size_) / panel_width, block, y);
  }

  // W = X'A for one block A (padded(size()) x block_width, packed, 0 in the padding); W is
  // block_width columns of length padded(dim()), written.
  void transposed_times(const SimdKernels& kernels, const double* block, double* w) const {
    kernels.products(by_coordinate_.data(), padded(size_), padded(dim_) / panel_width, block, w);
  }

 private:
  std::size_t size_;
  std::size_t dim_;
  AlignedBuffer by_point_;
  AlignedBuffer by_coordinate_;
};

}  // namespace lapscale

#endif
