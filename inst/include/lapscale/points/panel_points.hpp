#ifndef LAPSCALE_POINTS_PANEL_POINTS_HPP
#define LAPSCALE_POINTS_PANEL_POINTS_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/panel_matrix.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Points as two such matrices, by points and by coordinates: all of an index, by position, or some
// of those.
class PanelPoints {
 public:
  // The index keeps its points in panels, which serve here too.
  explicit PanelPoints(const PointIndex& index) : dim_(index.dim()) {
    AlignedBuffer none;
    by_point_.borrow(index.size(), dim_, index.leaf_panels(0, index.tree().n_leaves(), none));
    turn();
  }

  //   at  function of a point and the number of a coordinate
  template <class At>
  PanelPoints(std::size_t n, std::size_t dim, const At& at) : dim_(dim) {
    by_point_.assign(n, dim, at);
    turn();
  }

  //   place  of those among all
  PanelPoints(const PanelPoints& all, const std::vector<std::size_t>& place) : dim_(all.dim_) {
    by_point_.assign(place.size(), dim_,
                     [&](std::size_t i, std::size_t k) { return all.by_point_(place[i], k); });
    turn();
  }

  std::size_t size() const { return by_point_.rows(); }
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

  // Writes the squared distances from up to block_width of the points to all: block_width rows of
  // padded(size()) numbers, +Inf in the padding. Missing ones repeat the first.
  void write_sq_distances(const SimdKernels& kernels, const std::size_t* place, std::size_t count,
                          double* out) const {
    AlignedBuffer block(dim_ * block_width);
    for (std::size_t k = 0; k < dim_; ++k) {
      for (std::size_t q = 0; q < block_width; ++q) {
        block[k * block_width + q] = by_point_(place[q < count ? q : 0], k);
      }
    }
    const std::size_t stride = padded(size());
    kernels.sq_distances(by_point_.panels(), dim_, stride / panel_width, block.data(), out);
    for (std::size_t q = 0; q < block_width; ++q) {
      std::fill(out + q * stride + size(), out + (q + 1) * stride,
                std::numeric_limits<double>::infinity());
    }
  }

 private:
  void turn() {
    by_coordinate_.assign(dim_, size(),
                          [&](std::size_t k, std::size_t i) { return by_point_(i, k); });
  }

  std::size_t dim_;
  PanelMatrix by_point_;
  PanelMatrix by_coordinate_;
};

// Those of an index with which products cost less than with the distances; none where they do not.
inline std::optional<PanelPoints> fewer_coordinates(const PointIndex& index) {
  const NearlyEuclidean* near = index.source() ? index.source()->nearly_euclidean() : nullptr;
  if (near != nullptr) {
    return PanelPoints(index.size(), near->dim, [&](std::size_t i, std::size_t k) {
      return near->x[index.row_of(i) * near->dim + k];
    });
  }
  if (!index.in_panels() || 2 * index.dim() >= index.size()) return std::nullopt;
  return PanelPoints(index);
}

}  // namespace lapscale

#endif
