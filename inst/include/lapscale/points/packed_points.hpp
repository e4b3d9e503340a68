#ifndef LAPSCALE_POINTS_PACKED_POINTS_HPP
#define LAPSCALE_POINTS_PACKED_POINTS_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/paged_array.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

inline std::size_t padded(std::size_t n) {
  return (n + panel_width - 1) / panel_width * panel_width;
}

// A matrix X of points (rows) packed twice, so that X V and X'A run at the speed of the kernel.
class PackedPoints {
 public:
  PackedPoints() = default;
  // position  which points, in this order
  // folder    where they are packed on the disk; empty: in memory
  PackedPoints(const PointIndex& index, const std::vector<std::size_t>& position,
               const std::string& folder = "")
      : by_point_(padded(position.size()) * index.dim(), folder),
        by_coordinate_(padded(index.dim()) * padded(position.size()), folder) {
    fill(index, position);
  }

  // Packs other points in the same memory.
  void pack(const PointIndex& index, const std::vector<std::size_t>& position) {
    by_point_.reserve(padded(position.size()) * index.dim());
    by_coordinate_.reserve(padded(index.dim()) * padded(position.size()));
    fill(index, position);
  }

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }

  // Y = X V for one block V (dim x block_width, packed); Y is block_width columns of length
  // padded(size()), written.
  void times(const SimdKernels& kernels, const double* block, double* y) const {
    multiply(kernels, by_point_, dim_, padded(size_) / panel_width, block, y);
  }

  // W = X'A for one block A (padded(size()) x block_width, packed, 0 in the padding); W is
  // block_width columns of length padded(dim()), written.
  void transposed_times(const SimdKernels& kernels, const double* block, double* w) const {
    multiply(kernels, by_coordinate_, padded(size_), padded(dim_) / panel_width, block, w);
  }

 private:
  // Panel by panel, panel_width coordinates at a time: each line of memory is written once.
  void fill(const PointIndex& index, const std::vector<std::size_t>& position) {
    size_ = position.size();
    dim_ = index.dim();
    for (std::size_t first = 0; first < size_; first += panel_width) {
      double* panel = by_point_.data() + first * dim_;
      for (std::size_t begin = 0; begin < dim_; begin += panel_width) {
        double* column = by_coordinate_.data() + begin * padded(size_) + first * panel_width;
        const std::size_t end = std::min(begin + panel_width, dim_);
        for (std::size_t j = 0; j < panel_width; ++j) {
          double* x = column + j * panel_width;
          std::fill(x, x + panel_width, 0.0);
          if (first + j < size_) index.copy_coordinates(position[first + j], begin, end, x);
          for (std::size_t k = begin; k < end; ++k) panel[k * panel_width + j] = x[k - begin];
        }
      }
      const std::size_t count = std::min(panel_width, size_ - first);
      index.looked_at(count);
      by_point_.used(count, dim_);
      by_coordinate_.used(count * (padded(dim_) / panel_width), panel_width);
    }
  }

  // The product of panels, `length` columns each: on the disk one panel after the other.
  static void multiply(const SimdKernels& kernels, const PagedArray<double>& panels,
                       std::size_t length, std::size_t n_panels, const double* block, double* out) {
    if (!panels.is_paged()) return kernels.products(panels.data(), length, n_panels, block, out);
    double part[block_width * panel_width];
    for (std::size_t p = 0; p < n_panels; ++p) {
      kernels.products(panels.data() + p * length * panel_width, length, 1, block, part);
      for (std::size_t q = 0; q < block_width; ++q) {
        std::copy_n(part + q * panel_width, panel_width, out + (q * n_panels + p) * panel_width);
      }
      panels.used(1, length * panel_width);
    }
  }

  std::size_t size_ = 0;
  std::size_t dim_ = 0;
  PagedArray<double> by_point_;
  PagedArray<double> by_coordinate_;
};

// All points of an index in order of position, packed when they are first asked for, and where the
// points of the index are.
class EveryPoint {
 public:
  explicit EveryPoint(const PointIndex& index) : index_(index) {}

  const PackedPoints& packed() const {
    std::call_once(once_, [&] {
      std::vector<std::size_t> all(index_.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      packed_ = std::make_unique<PackedPoints>(index_, all, index_.folder());
    });
    return *packed_;
  }

 private:
  const PointIndex& index_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<PackedPoints> packed_;
};

}  // namespace lapscale

#endif
