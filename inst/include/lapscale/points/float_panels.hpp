#ifndef LAPSCALE_POINTS_FLOAT_PANELS_HPP
#define LAPSCALE_POINTS_FLOAT_PANELS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "lapscale/points/distance_error.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

static_assert(leaf_size == float_panel_width, "a leaf is a panel of floats");

// The panels of an index in memory as floats, a leaf each: distances are nearly those of the
// points, at twice the speed.
class FloatPanels {
 public:
  FloatPanels(const FloatPanels&) = delete;
  FloatPanels& operator=(const FloatPanels&) = delete;
  FloatPanels(const PointIndex& index, const Runtime& runtime)
      : dim_(index.dim()), storage_(index.tree().n_leaves() * leaf_size * index.dim() + line) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    constexpr std::uintptr_t bytes = line * sizeof(float);
    panels_ = storage_.data() + (bytes - address % bytes) % bytes / sizeof(float);
    std::vector<double> largest(index.tree().n_leaves());
    for_blocks(runtime, largest.size(), [&](std::size_t leaf) {
      AlignedBuffer scratch;
      const double* from = index.leaf_panels(leaf, 1, scratch);
      float* to = panels_ + leaf * leaf_size * dim_;
      double sq_size[leaf_size] = {};
      for (std::size_t k = 0; k < dim_; ++k) {
        for (std::size_t i = 0; i < leaf_size; ++i) {
          const double x = from[(i / panel_width * dim_ + k) * panel_width + i % panel_width];
          to[k * leaf_size + i] = static_cast<float>(x);
          if (leaf * leaf_size + i < index.size()) sq_size[i] += x * x;
        }
      }
      largest[leaf] = *std::max_element(sq_size, sq_size + leaf_size);
    });
    size_ = std::sqrt(*std::max_element(largest.begin(), largest.end()));
  }

  const float* leaf(std::size_t leaf) const { return panels_ + leaf * leaf_size * dim_; }

  DistanceError error() const {
    return {static_cast<double>(dim_ + 4) * epsilon, epsilon * size_ + smallest_distance};
  }
  // Tells whether no square of a distance leaves the range of floats, and what underflows is
  // little.
  bool in_range() const { return size_ < 1e15 && size_ > 1e6 * smallest_distance && dim_ < 100000; }

 private:
  static constexpr std::size_t line = 16;
  static constexpr double epsilon = std::numeric_limits<float>::epsilon();
  static constexpr double smallest_distance = 1e-15;  // of thousands of squares that underflow

  std::size_t dim_;
  std::vector<float> storage_;
  float* panels_;    // on a cache line
  double size_ = 0;  // the largest distance from 0
};

// Null where they would not shorten a search: few points or columns, or points on the disk.
LAPSCALE_ONCE std::unique_ptr<const FloatPanels> float_panels(const PointIndex& index,
                                                              const Runtime& runtime,
                                                              std::size_t min_points);
#if LAPSCALE_BODIES
LAPSCALE_ONCE std::unique_ptr<const FloatPanels> float_panels(const PointIndex& index,
                                                              const Runtime& runtime,
                                                              std::size_t min_points) {
  constexpr std::size_t min_columns = 32;
  if (index.size() < min_points || index.dim() < min_columns || !index.in_panels()) {
    return nullptr;
  }
  auto panels = std::make_unique<const FloatPanels>(index, runtime);
  if (!panels->in_range()) return nullptr;
  return panels;
}
#endif

}  // namespace lapscale

#endif
