#ifndef LAPSCALE_POINTS_POINT_INDEX_HPP
#define LAPSCALE_POINTS_POINT_INDEX_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Points ready for passes over pairs: in their frame, in the order of a k-d tree, packed in panels.
// A "position" is a place in that order, a "row" a place in the data as given. All lengths inside
// are in the frame's unit.
class PointIndex {
 public:
  PointIndex(const PointView& x, const Runtime& runtime) : PointIndex(frame_of(x), x, runtime) {}

  // In a given frame: queries to points, in the frame of the points.
  PointIndex(const PointFrame& frame, const PointView& x, const Runtime& runtime)
      : PointIndex(frame, coordinates_in(frame, x), x.dim, runtime) {}

  std::size_t size() const { return row_of_.size(); }
  std::size_t dim() const { return tree_.dim(); }
  const PointFrame& frame() const { return frame_; }
  const KdTree& tree() const { return tree_; }
  std::size_t row_of(std::size_t position) const { return row_of_[position]; }
  std::size_t position_of(std::size_t row) const { return position_of_[row]; }

  // Coordinate k of the point at a position.
  double coordinate(std::size_t position, std::size_t k) const {
    return panels_[(position / panel_width * dim() + k) * panel_width + position % panel_width];
  }

  // The panels of a leaf; those of the following leaves come right after. Places past the last
  // point hold +Inf: their squared distance to any point is +Inf.
  const double* leaf_panels(std::size_t leaf) const {
    return panels_.data() + leaf * leaf_size * dim();
  }
  std::size_t n_panels() const { return (size() + panel_width - 1) / panel_width; }

  // Packs up to block_width points as the columns of a block (dim x block_width); missing ones
  // repeat the first.
  void pack_block(const std::size_t* position, std::size_t count, double* block) const {
    for (std::size_t k = 0; k < dim(); ++k) {
      for (std::size_t q = 0; q < block_width; ++q) {
        block[k * block_width + q] = coordinate(position[q < count ? q : 0], k);
      }
    }
  }

 private:
  // z: coordinates in the frame, dim x n
  PointIndex(const PointFrame& frame, const std::vector<double>& z, std::size_t dim,
             const Runtime& runtime)
      : frame_(frame),
        tree_(z, dim, runtime),
        row_of_(tree_.order()),
        position_of_(row_of_.size()),
        panels_(tree_.n_leaves() * leaf_size * dim) {
    std::fill(panels_.data(), panels_.data() + panels_.size(),
              std::numeric_limits<double>::infinity());
    for (std::size_t position = 0; position < size(); ++position) {
      const std::size_t row = row_of_[position];
      position_of_[row] = static_cast<std::uint32_t>(position);
      double* panel = panels_.data() + position / panel_width * panel_width * dim;
      for (std::size_t k = 0; k < dim; ++k) {
        panel[k * panel_width + position % panel_width] = z[row * dim + k];
      }
    }
  }

  PointFrame frame_;
  KdTree tree_;
  std::vector<std::uint32_t> row_of_;
  std::vector<std::uint32_t> position_of_;
  AlignedBuffer panels_;
};

}  // namespace lapscale

#endif
