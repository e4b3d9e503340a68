#ifndef LAPSCALE_POINTS_PROJECTED_PAIRS_HPP
#define LAPSCALE_POINTS_PROJECTED_PAIRS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/points/box.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/listed_panels.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/projected_points.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A pass over the pairs within a radius of the points of one leaf, in many columns: coordinates are
// looked at only of points whose projections are near those of the leaf, point by point. Boxes in
// all columns are wider by the noise of each.
class ProjectedPairs {
 public:
  ProjectedPairs(const PointIndex& index, const ProjectedPoints& projected, const Runtime& runtime)
      : index_(index), projected_(projected), kernels_(runtime.kernels()) {}

  // Calls sink(q, sq_dist, count) with the squared distances of the q-th point of a leaf to `count`
  // points, a multiple of panel_width (+Inf past the last), in order of position: all within the
  // radius, itself too, come exactly once; farther ones may come.
  template <class Sink>
  void run(std::size_t leaf, double sq_radius, const Sink& sink) {
    find_near(leaf, projected_.largest_sq_gap(sq_radius));
    const std::size_t first = leaf * leaf_size;
    const std::size_t last = std::min(first + leaf_size, index_.size());
    const std::size_t dim = index_.dim();
    blocks_.reserve(leaf_size * dim);
    for_position_blocks(first, last, [&](Span<const std::size_t> position) {
      index_.pack_block(position.data(), position.size(),
                        blocks_.data() + (position[0] - first) * dim);
    });
    panels_.reserve(panel_width * dim);
    double sq_dist[block_width * panel_width];
    for (std::size_t begin = 0; begin < near_.size(); begin += panel_width) {
      const std::size_t count = std::min(panel_width, near_.size() - begin);
      pack_listed<panel_width>(index_, near_.data() + begin, count, panels_.data());
      for (std::size_t q = 0; q < last - first; ++q) {
        if (q % block_width == 0) {
          kernels_.sq_distances(panels_.data(), dim, 1, blocks_.data() + q * dim, sq_dist);
        }
        sink(q, sq_dist + q % block_width * panel_width, panel_width);
      }
    }
  }

 private:
  // The positions whose projections are within the radius of one of the leaf's points.
  void find_near(std::size_t leaf, double sq_radius) {
    const std::size_t n_axes = projected_.n_axes();
    const KdTree& tree = projected_.tree();
    const BoxOf<float> around = projected_.leaf_box(leaf);
    near_.clear();
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const std::size_t at = stack_.back();
      stack_.pop_back();
      if (gap_exceeds(around, projected_.box(at), n_axes, sq_radius, kernels_)) continue;
      const KdTree::Node& node = tree.nodes()[at];
      if (node.child != 0) {
        stack_.push_back(node.child + 1);
        stack_.push_back(node.child);
        continue;
      }
      const std::size_t end = std::min(node.end * leaf_size, index_.size());
      for (std::size_t i = node.begin * leaf_size; i < end; ++i) {
        if (is_near(leaf, around, i, sq_radius)) near_.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }

  bool is_near(std::size_t leaf, const BoxOf<float>& around, std::size_t i,
               double sq_radius) const {
    const std::size_t n_axes = projected_.n_axes();
    const BoxOf<float> point = projected_.point(i);
    if (gap_exceeds(around, point, n_axes, sq_radius, kernels_)) return false;
    const std::size_t end = std::min((leaf + 1) * leaf_size, index_.size());
    for (std::size_t own = leaf * leaf_size; own < end; ++own) {
      if (!gap_exceeds(projected_.point(own), point, n_axes, sq_radius, kernels_)) return true;
    }
    return false;
  }

  const PointIndex& index_;
  const ProjectedPoints& projected_;
  SimdKernels kernels_;
  std::vector<std::uint32_t> near_;
  std::vector<std::size_t> stack_;
  AlignedBuffer blocks_;
  AlignedBuffer panels_;
};

}  // namespace lapscale

#endif
