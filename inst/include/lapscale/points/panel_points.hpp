#ifndef LAPSCALE_POINTS_PANEL_POINTS_HPP
#define LAPSCALE_POINTS_PANEL_POINTS_HPP

#include <cstddef>
#include <optional>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/panel_matrix.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// All points of an index, by position, as two such matrices: by points and by coordinates.
class PanelPoints {
 public:
  explicit PanelPoints(const PointIndex& index) : dim_(index.dim()) {
    by_point_.assign(index.size(), dim_,
                     [&](std::size_t i, std::size_t k) { return index.coordinate(i, k); });
    by_coordinate_.assign(dim_, index.size(),
                          [&](std::size_t k, std::size_t i) { return index.coordinate(i, k); });
  }

  std::size_t dim() const { return dim_; }

  // X X'A for blocks of columns as PanelMatrix::multiply() takes and gives them.
  void apply(const SimdKernels& kernels, const double* a, std::size_t n_blocks,
             AlignedBuffer& out) const {
    const std::size_t columns = n_blocks * block_width;
    AlignedBuffer sums(columns * padded(dim_));
    AlignedBuffer turned(columns * dim_);
    by_coordinate_.multiply(kernels, a, n_blocks, 1, sums.data());
    for (std::size_t c = 0; c < columns; ++c) {
      double* to = turned.data() + c / block_width * dim_ * block_width + c % block_width;
      for (std::size_t k = 0; k < dim_; ++k) to[k * block_width] = sums[c * padded(dim_) + k];
    }
    out.reserve(columns * padded(by_point_.rows()));
    by_point_.multiply(kernels, turned.data(), n_blocks, 1, out.data());
  }

 private:
  std::size_t dim_;
  PanelMatrix by_point_;
  PanelMatrix by_coordinate_;
};

// Those of an index with which products cost less than with the distances; none where they do not.
inline std::optional<PanelPoints> fewer_coordinates(const PointIndex& index) {
  if (!index.in_panels() || 2 * index.dim() >= index.size()) return std::nullopt;
  return PanelPoints(index);
}

}  // namespace lapscale

#endif
