#ifndef LAPSCALE_POINTS_PACKED_POINTS_HPP
#define LAPSCALE_POINTS_PACKED_POINTS_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/paged_array.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

inline std::size_t padded(std::size_t n) {
  return (n + panel_width - 1) / panel_width * panel_width;
}

// A matrix X of points (rows) packed twice, so that X V and X'A run at the speed of the kernel.
// What is floats is packed as floats, in half the memory: products are those of doubles.
class PackedPoints {
 public:
  PackedPoints() = default;
  // position  which points, in this order
  // folder    where they are packed on the disk; empty: in memory
  PackedPoints(const PointIndex& index, const std::vector<std::size_t>& position,
               const std::string& folder = "")
      : size_(position.size()), dim_(index.dim()) {
    const std::size_t by_point = padded(size_) * dim_;
    const std::size_t by_coordinate = padded(dim_) * padded(size_);
    if (index.are_floats()) {
      panels_ = Panels<float>{{by_point, folder}, {by_coordinate, folder}};
    } else {
      panels_ = Panels<double>{{by_point, folder}, {by_coordinate, folder}};
    }
    fill(index, position);
  }

  // Packs other points in the same memory.
  void pack(const PointIndex& index, const std::vector<std::size_t>& position) {
    size_ = position.size();
    dim_ = index.dim();
    if (index.are_floats() && panels_.index() == 0) panels_ = Panels<float>();
    if (!index.are_floats() && panels_.index() != 0) panels_ = Panels<double>();
    std::visit(
        [&](auto& panels) {
          panels.by_point.reserve(padded(size_) * dim_);
          panels.by_coordinate.reserve(padded(dim_) * padded(size_));
        },
        panels_);
    fill(index, position);
  }

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }

  // Y = X V for one block V (dim x block_width, packed); Y is block_width columns of length
  // padded(size()), written.
  void times(const SimdKernels& kernels, const double* block, double* y) const {
    std::visit(
        [&](const auto& panels) {
          multiply(kernels, panels.by_point, dim_, padded(size_) / panel_width, block, y);
        },
        panels_);
  }

  // W = X'A for one block A (padded(size()) x block_width, packed, 0 in the padding); W is
  // block_width columns of length padded(dim()), written.
  void transposed_times(const SimdKernels& kernels, const double* block, double* w) const {
    std::visit(
        [&](const auto& panels) {
          multiply(kernels, panels.by_coordinate, padded(size_), padded(dim_) / panel_width, block,
                   w);
        },
        panels_);
  }

 private:
  template <class Number>
  struct Panels {
    PagedArray<Number> by_point;
    PagedArray<Number> by_coordinate;
  };

  void fill(const PointIndex& index, const std::vector<std::size_t>& position) {
    std::visit([&](auto& panels) { fill(index, position, panels); }, panels_);
  }

  // Panel by panel, panel_width coordinates at a time: each line of memory is written once.
  template <class Number>
  void fill(const PointIndex& index, const std::vector<std::size_t>& position,
            Panels<Number>& panels) const {
    for (std::size_t first = 0; first < size_; first += panel_width) {
      const std::size_t count = std::min(panel_width, size_ - first);
      index.with_points(position.data() + first, count, [&](const auto& at) {
        Number* panel = panels.by_point.data() + first * dim_;
        for (std::size_t begin = 0; begin < dim_; begin += panel_width) {
          Number* column =
              panels.by_coordinate.data() + begin * padded(size_) + first * panel_width;
          const std::size_t end = std::min(begin + panel_width, dim_);
          for (std::size_t j = 0; j < panel_width; ++j) {
            Number* to = column + j * panel_width;
            std::fill(to, to + panel_width, Number{0});
            for (std::size_t k = begin; k < end && j < count; ++k) {
              to[k - begin] = static_cast<Number>(at(j, k));
            }
            for (std::size_t k = begin; k < end; ++k) panel[k * panel_width + j] = to[k - begin];
          }
        }
      });
      panels.by_point.used(count, dim_);
      panels.by_coordinate.used(count * (padded(dim_) / panel_width), panel_width);
    }
  }

  static void product(const SimdKernels& kernels, const double* panels, std::size_t length,
                      std::size_t n_panels, const double* block, double* out) {
    kernels.products(panels, length, n_panels, block, out);
  }
  static void product(const SimdKernels& kernels, const float* panels, std::size_t length,
                      std::size_t n_panels, const double* block, double* out) {
    kernels.float_products(panels, length, n_panels, block, out);
  }

  // The product of panels, `length` columns each: on the disk one panel after the other.
  template <class Number>
  static void multiply(const SimdKernels& kernels, const PagedArray<Number>& panels,
                       std::size_t length, std::size_t n_panels, const double* block, double* out) {
    if (!panels.is_paged()) return product(kernels, panels.data(), length, n_panels, block, out);
    double part[block_width * panel_width];
    for (std::size_t p = 0; p < n_panels; ++p) {
      product(kernels, panels.data() + p * length * panel_width, length, 1, block, part);
      for (std::size_t q = 0; q < block_width; ++q) {
        std::copy_n(part + q * panel_width, panel_width, out + (q * n_panels + p) * panel_width);
      }
      panels.used(1, length * panel_width);
    }
  }

  std::size_t size_ = 0;
  std::size_t dim_ = 0;
  std::variant<Panels<double>, Panels<float>> panels_;
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
