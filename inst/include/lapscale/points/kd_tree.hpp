#ifndef LAPSCALE_POINTS_KD_TREE_HPP
#define LAPSCALE_POINTS_KD_TREE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <variant>
#include <vector>

#include "lapscale/points/box.hpp"
#include "lapscale/points/float_box.hpp"
#include "lapscale/points/median_splits.hpp"
#include "lapscale/points/point_rows.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Points per leaf: two panels, so that every leaf but the last is full and whole panels belong to
// one leaf.
constexpr std::size_t leaf_size = 2 * panel_width;

// A range of leaves [begin, end): points of positions [begin * leaf_size, end * leaf_size).
struct LeafRun {
  std::size_t begin;
  std::size_t end;
};

// A k-d tree over the rows of a dim x n array, split at medians of the widest coordinate, with
// ties by the other coordinates, points of a leaf in the order of their coordinates: the tree
// depends on the set of points only, not on the order of the rows (points that coincide are
// interchangeable). Splits fall on multiples of leaf_size.
class KdTree {
 public:
  struct Node {
    std::size_t begin;  // first leaf
    std::size_t end;    // past the last leaf
    std::size_t child;  // the children are nodes child and child + 1; 0 in a leaf
  };

  KdTree(const std::vector<double>& points, std::size_t dim, const Runtime& runtime);

  // Of n rows that need not be in memory. Boxes hold numbers of the type of the points: their
  // corners are coordinates.
  template <class Rows>
  KdTree(const Rows& points, std::size_t n, const Runtime& runtime)
      : dim_(points.dim()), order_(n), box_(std::vector<typename Rows::Number>()) {
    std::iota(order_.begin(), order_.end(), 0U);
    const std::size_t n_leaves = (order_.size() + leaf_size - 1) / leaf_size;
    leaf_node_.resize(n_leaves);
    nodes_.push_back({0, n_leaves, 0});
    std::get<std::vector<typename Rows::Number>>(box_).reserve(4 * dim_ * n_leaves);
    const MedianSplits<Rows> splits(points);
    for (std::size_t level = 0; level < nodes_.size();) level = split_level(splits, level, runtime);
  }

  std::size_t dim() const { return dim_; }
  std::size_t n_leaves() const { return leaf_node_.size(); }
  const std::vector<std::uint32_t>& order() const { return order_; }  // position -> row
  const std::vector<Node>& nodes() const { return nodes_; }
  AnyBox box(std::size_t node) const {
    return std::visit([&](const auto& all) -> AnyBox { return box_at(all, dim_, node); }, box_);
  }
  // Finds all leaves near any box from now on: distances are others than those in the tree.
  void forget_boxes() { has_boxes_ = false; }
  bool has_boxes() const { return has_boxes_; }
  std::size_t node_of(std::size_t leaf) const { return leaf_node_[leaf]; }
  AnyBox leaf_box(std::size_t leaf) const { return box(node_of(leaf)); }

  // The leaves that may hold points within sqrt(sq_radius) of the box, merged into runs; `runs`
  // and `stack` are written. A gap may be rounded above the distances of the points in the boxes,
  // which are summed in another order: the radius is raised by as much.
  void near(const AnyBox& query, double sq_radius, const SimdKernels& kernels,
            std::vector<LeafRun>& runs, std::vector<std::size_t>& stack) const {
    if (!has_boxes_) {
      runs.assign(1, LeafRun{0, n_leaves()});
      return;
    }
    const double rounding = 4 * std::numeric_limits<double>::epsilon();
    sq_radius *= 1 + rounding * static_cast<double>(dim_);
    std::visit(
        [&](const auto& box, const auto& corner) {
          using Query = std::remove_pointer_t<decltype(box.lower)>;
          using Number = typename std::decay_t<decltype(corner)>::value_type;
          if constexpr (std::is_same_v<Query, const double> && std::is_same_v<Number, float>) {
            const FloatBox around(box, dim_);
            search(around.box(), corner, sq_radius, kernels, runs, stack);
          } else {
            search(box, corner, sq_radius, kernels, runs, stack);
          }
        },
        query, box_);
  }

 private:
  template <class Query, class Number>
  void search(const BoxOf<Query>& query, const std::vector<Number>& corner, double sq_radius,
              const SimdKernels& kernels, std::vector<LeafRun>& runs,
              std::vector<std::size_t>& stack) const {
    runs.clear();
    stack.assign(1, 0);
    while (!stack.empty()) {
      const std::size_t at = stack.back();
      stack.pop_back();
      if (gap_exceeds(query, box_at(corner, dim_, at), dim_, sq_radius, kernels)) continue;
      const Node& node = nodes_[at];
      if (node.child != 0) {
        stack.push_back(node.child + 1);
        stack.push_back(node.child);
      } else if (!runs.empty() && runs.back().end == node.begin) {
        runs.back().end = node.end;
      } else {
        runs.push_back({node.begin, node.end});
      }
    }
  }

  // Boxes and splits the nodes from `level` to the last; returns where the next level begins.
  template <class Rows>
  std::size_t split_level(const MedianSplits<Rows>& splits, std::size_t level,
                          const Runtime& runtime) {
    const std::size_t next = nodes_.size();
    auto& corner = std::get<std::vector<typename Rows::Number>>(box_);
    corner.resize(2 * dim_ * next);
    for_blocks(runtime, next - level, [&](std::size_t i) {
      split_node(splits, nodes_[level + i], corner.data() + 2 * dim_ * (level + i));
    });
    for (std::size_t at = level; at < next; ++at) {
      if (nodes_[at].end - nodes_[at].begin == 1) {
        leaf_node_[nodes_[at].begin] = at;
        continue;
      }
      const Node node = nodes_[at];
      nodes_[at].child = nodes_.size();
      nodes_.push_back({node.begin, middle_of(node), 0});
      nodes_.push_back({middle_of(node), node.end, 0});
    }
    return next;
  }

  template <class Rows, class Number>
  void split_node(const MedianSplits<Rows>& splits, const Node& node, Number* corner) {
    const Span<std::uint32_t> own =
        Span(order_).part(node.begin * leaf_size, std::min(node.end * leaf_size, order_.size()));
    const std::size_t widest = splits.bound(own, corner, corner + dim_);
    if (node.end - node.begin == 1) return splits.sort(own);
    splits.split(own, (middle_of(node) - node.begin) * leaf_size, widest);
  }

  static std::size_t middle_of(const Node& node) {
    return node.begin + (node.end - node.begin) / 2;
  }

  std::size_t dim_;
  bool has_boxes_ = true;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> leaf_node_;  // leaf -> its node
  // Per node: lower corner, upper corner.
  std::variant<std::vector<double>, std::vector<float>> box_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE KdTree::KdTree(const std::vector<double>& points, std::size_t dim,
                             const Runtime& runtime)
    : KdTree(MemoryRows<double>(points.data(), dim), points.size() / dim, runtime) {}

#endif

}  // namespace lapscale

#endif
