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

// A matrix X of points, row after row, so that X V and X'A run at the speed of the kernels, and
// X' f(X V) sees each row once. What is floats is kept as floats, in half the memory: products are
// those of doubles. Blocks of columns are block_width columns of stride() numbers, 0 from dim() on.
class PackedPoints {
 public:
  PackedPoints() = default;
  // position  which points, in this order
  // folder    where they are kept on the disk; empty: in memory
  PackedPoints(const PointIndex& index, const std::vector<std::size_t>& position,
               const std::string& folder = "")
      : size_(position.size()), dim_(index.dim()) {
    const std::size_t numbers = size_ * stride();
    if (index.are_floats()) {
      rows_ = PagedArray<float>(numbers, folder);
    } else {
      rows_ = PagedArray<double>(numbers, folder);
    }
    fill(index, position);
  }

  // Packs other points in the same memory.
  void pack(const PointIndex& index, const std::vector<std::size_t>& position) {
    size_ = position.size();
    dim_ = index.dim();
    if (index.are_floats() && rows_.index() == 0) rows_ = PagedArray<float>();
    if (!index.are_floats() && rows_.index() != 0) rows_ = PagedArray<double>();
    std::visit([&](auto& rows) { rows.reserve(size_ * stride()); }, rows_);
    fill(index, position);
  }

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  std::size_t stride() const { return padded(dim_); }

  // Calls use(j, y) with y[q] = <x_j, v_q> for each row j in turn.
  template <class Use>
  void times(const SimdKernels& kernels, const double* v, const Use& use) const {
    by_tiles([&](std::size_t first, std::size_t count, const auto* x) {
      double y[tile * block_width];
      products(kernels, x, count, v, y);
      for (std::size_t i = 0; i < count; ++i) use(first + i, y + i * block_width);
    });
  }

  // w_q = sum_j a_q x_j, where set(j, a) has to write a, block_width numbers, for row j.
  template <class Set>
  void transposed_times(const SimdKernels& kernels, const Set& set, double* w) const {
    std::fill(w, w + block_width * stride(), 0.0);
    by_tiles([&](std::size_t first, std::size_t count, const auto* x) {
      double a[tile * block_width];
      for (std::size_t i = 0; i < count; ++i) set(first + i, a + i * block_width);
      add_multiples(kernels, x, count, a, w);
    });
  }

  // The one after the other: turn(j, y) makes of <x_j, v_q> in place the factors of row j.
  template <class Turn>
  void there_and_back(const SimdKernels& kernels, const double* v, const Turn& turn,
                      double* w) const {
    std::fill(w, w + block_width * stride(), 0.0);
    by_tiles([&](std::size_t first, std::size_t count, const auto* x) {
      double y[tile * block_width];
      products(kernels, x, count, v, y);
      for (std::size_t i = 0; i < count; ++i) turn(first + i, y + i * block_width);
      add_multiples(kernels, x, count, y, w);
    });
  }

 private:
  static constexpr std::size_t tile = 16;  // rows that stay in the cache meanwhile

  // visit(first, count, x) for some rows after the others.
  template <class Visit>
  void by_tiles(const Visit& visit) const {
    std::visit(
        [&](const auto& rows) {
          for (std::size_t first = 0; first < size_; first += tile) {
            const std::size_t count = std::min(tile, size_ - first);
            visit(first, count, rows.data() + first * stride());
            rows.used(1, count * stride());
          }
        },
        rows_);
  }

  void products(const SimdKernels& kernels, const double* x, std::size_t count, const double* v,
                double* y) const {
    kernels.row_products(x, stride(), count, v, y);
  }
  void products(const SimdKernels& kernels, const float* x, std::size_t count, const double* v,
                double* y) const {
    kernels.float_row_products(x, stride(), count, v, y);
  }
  void add_multiples(const SimdKernels& kernels, const double* x, std::size_t count,
                     const double* a, double* w) const {
    kernels.add_row_multiples(x, stride(), count, a, w);
  }
  void add_multiples(const SimdKernels& kernels, const float* x, std::size_t count, const double* a,
                     double* w) const {
    kernels.add_float_row_multiples(x, stride(), count, a, w);
  }

  void fill(const PointIndex& index, const std::vector<std::size_t>& position) {
    std::visit([&](auto& rows) { fill(index, position, rows); }, rows_);
  }

  // Some coordinates of some points at a time: of an index in memory these lie together.
  template <class Number>
  void fill(const PointIndex& index, const std::vector<std::size_t>& position,
            PagedArray<Number>& rows) const {
    for (std::size_t first = 0; first < size_; first += tile) {
      const std::size_t count = std::min(tile, size_ - first);
      Number* row = rows.data() + first * stride();
      index.with_points(position.data() + first, count, [&](const auto& at) {
        for (std::size_t begin = 0; begin < dim_; begin += panel_width) {
          const std::size_t end = std::min(begin + panel_width, dim_);
          for (std::size_t j = 0; j < count; ++j) {
            for (std::size_t k = begin; k < end; ++k) {
              row[j * stride() + k] = static_cast<Number>(at(j, k));
            }
          }
        }
      });
      for (std::size_t j = 0; j < count; ++j) {
        std::fill(row + j * stride() + dim_, row + (j + 1) * stride(), Number{0});
      }
      rows.used(1, count * stride());
    }
  }

  std::size_t size_ = 0;
  std::size_t dim_ = 0;
  std::variant<PagedArray<double>, PagedArray<float>> rows_;
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
