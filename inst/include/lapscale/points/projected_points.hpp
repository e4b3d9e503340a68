#ifndef LAPSCALE_POINTS_PROJECTED_POINTS_HPP
#define LAPSCALE_POINTS_PROJECTED_POINTS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <variant>
#include <vector>

#include "lapscale/points/box.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/rotated_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Points of many columns on a few principal axes, as floats, with boxes for the nodes of the tree.
// A projection never lengthens a distance: gaps between boxes of projections tell in a few columns
// that points are far apart in all of them. In less than four columns there are no axes, and every
// gap is 0.
class ProjectedPoints {
 public:
  ProjectedPoints(const PointIndex& index, const Runtime& runtime)
      : tree_(index.tree()), n_(index.size()) {
    const PrincipalAxes axes(index);
    const Eigen::MatrixXd axis = axes.leading(max_axes);
    n_axes_ = static_cast<std::size_t>(axis.cols());
    project(index, axis, runtime);
    bound_nodes(runtime);
  }

  std::size_t n_axes() const { return n_axes_; }
  const KdTree& tree() const { return tree_; }
  BoxOf<float> box(std::size_t node) const {
    const float* lower = corner_.data() + 2 * n_axes_ * node;
    return {lower, lower + n_axes_};
  }
  BoxOf<float> leaf_box(std::size_t leaf) const { return box(tree_.node_of(leaf)); }
  // The box of the point at a position.
  BoxOf<float> point(std::size_t position) const {
    const float* at = value_.data() + n_axes_ * position;
    return {at, at};
  }

  // Returns the square of what a gap may be, rounded, between points within sqrt(sq_radius).
  double largest_sq_gap(double sq_radius) const {
    const double radius = std::sqrt(sq_radius) * (1 + rounding) + slack_;
    return radius * radius;
  }

 private:
  static constexpr std::size_t max_axes = 32;
  static constexpr double rounding = 1e-6;

  void project(const PointIndex& index, const Eigen::MatrixXd& axis, const Runtime& runtime) {
    const std::size_t dim = index.dim();
    const std::size_t n_blocks = (n_axes_ + block_width - 1) / block_width;
    AlignedBuffer block(n_blocks * block_width * dim);
    for (std::size_t a = 0; a < n_blocks * block_width; ++a) {
      double* to = block.data() + a / block_width * block_width * dim + a % block_width;
      const double* from = a < n_axes_ ? axis.data() + a * dim : nullptr;
      for (std::size_t k = 0; k < dim; ++k) to[k * block_width] = from ? from[k] : 0;
    }
    const SimdKernels kernels = runtime.kernels();
    value_.resize(index.size() * n_axes_);
    std::vector<double> largest(tree_.n_leaves(), 0.0);
    for_blocks(runtime, tree_.n_leaves(), [&](std::size_t leaf) {
      AlignedBuffer scratch;
      const double* panels = index.leaf_panels(leaf, 1, scratch);
      double product[block_width * leaf_size];
      const std::size_t first = leaf * leaf_size;
      const std::size_t count = std::min(leaf_size, index.size() - first);
      for (std::size_t a = 0; a < n_axes_; ++a) {
        if (a % block_width == 0) {
          kernels.products(panels, dim, leaf_size / panel_width, block.data() + a * dim, product);
        }
        for (std::size_t i = 0; i < count; ++i) {
          const double value = product[a % block_width * leaf_size + i];
          largest[leaf] = std::max(largest[leaf], std::abs(value));
          value_[(first + i) * n_axes_ + a] = static_cast<float>(value);
        }
      }
    });
    // Of two points along each axis: half a unit of the last place of a float, and what sums of
    // doubles have lost.
    const double size = *std::max_element(largest.begin(), largest.end());
    const auto columns = static_cast<double>(dim);
    const double lost = 2 * largest_coordinate() * columns * std::sqrt(columns) *
                        std::numeric_limits<double>::epsilon();
    slack_ = 2 * std::sqrt(static_cast<double>(n_axes_)) *
             (size * static_cast<double>(std::numeric_limits<float>::epsilon()) + lost);
  }

  double largest_coordinate() const {
    return std::visit(
        [&](const auto& all) {
          double most = 0;
          for (std::size_t k = 0; k < tree_.dim(); ++k) {
            most = std::max({most, std::abs(all.low(k)), std::abs(all.high(k))});
          }
          return most;
        },
        tree_.box(0));
  }

  // Works from the leaves up, because children come after their parents.
  void bound_nodes(const Runtime& runtime) {
    const std::vector<KdTree::Node>& nodes = tree_.nodes();
    corner_.resize(2 * n_axes_ * nodes.size());
    const auto widen = [&](std::size_t at, const BoxOf<float>& other, bool first) {
      float* lower = corner_.data() + 2 * n_axes_ * at;
      float* upper = lower + n_axes_;
      for (std::size_t a = 0; a < n_axes_; ++a) {
        lower[a] = first ? other.lower[a] : std::min(lower[a], other.lower[a]);
        upper[a] = first ? other.upper[a] : std::max(upper[a], other.upper[a]);
      }
    };
    for_blocks(runtime, tree_.n_leaves(), [&](std::size_t leaf) {
      const std::size_t begin = leaf * leaf_size;
      for (std::size_t i = begin; i < std::min(begin + leaf_size, n_); ++i) {
        widen(tree_.node_of(leaf), point(i), i == begin);
      }
    });
    for (std::size_t at = nodes.size(); at-- > 0;) {
      if (nodes[at].child == 0) continue;
      widen(at, box(nodes[at].child), true);
      widen(at, box(nodes[at].child + 1), false);
    }
  }

  const KdTree& tree_;
  std::size_t n_;
  std::size_t n_axes_ = 0;
  double slack_ = 0;
  std::vector<float> value_;   // per position: along each axis
  std::vector<float> corner_;  // per node: lower corner, upper corner
};

// Returns those of an index, made once. Not to be asked for by several threads at once.
inline const ProjectedPoints& projected_points(const PointIndex& index, const Runtime& runtime) {
  return index.kept<ProjectedPoints>(
      [&] { return std::make_shared<const ProjectedPoints>(index, runtime); });
}

}  // namespace lapscale

#endif
