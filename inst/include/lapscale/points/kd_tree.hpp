#ifndef LAPSCALE_POINTS_KD_TREE_HPP
#define LAPSCALE_POINTS_KD_TREE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "lapscale/points/box.hpp"
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

  KdTree(const std::vector<double>& points, std::size_t dim, const Runtime& runtime)
      : KdTree(points.data(), points.size() / dim, dim, {}, runtime) {}

  // Of n points that need not be in memory: `used(count)` is told how many were looked at, from
  // any thread.
  KdTree(const double* points, std::size_t n, std::size_t dim,
         std::function<void(std::size_t count)> used, const Runtime& runtime)
      : dim_(dim), used_(std::move(used)), order_(n) {
    std::iota(order_.begin(), order_.end(), 0U);
    const std::size_t n_leaves = (order_.size() + leaf_size - 1) / leaf_size;
    leaf_node_.resize(n_leaves);
    nodes_.push_back({0, n_leaves, 0});
    box_.resize(2 * dim_);
    for (std::size_t level = 0; level < nodes_.size();) level = split_level(points, level, runtime);
    used_ = nullptr;
  }

  std::size_t dim() const { return dim_; }
  std::size_t n_leaves() const { return leaf_node_.size(); }
  const std::vector<std::uint32_t>& order() const { return order_; }  // position -> row
  const std::vector<Node>& nodes() const { return nodes_; }
  Box box(std::size_t node) const {
    return {box_.data() + 2 * dim_ * node, box_.data() + 2 * dim_ * node + dim_};
  }
  Box leaf_box(std::size_t leaf) const { return box(leaf_node_[leaf]); }

  // The leaves that may hold points within sqrt(sq_radius) of the box, merged into runs; `runs`
  // and `stack` are written. A gap may be rounded above the distances of the points in the boxes,
  // which are summed in another order: the radius is raised by as much.
  void near(const Box& query, double sq_radius, std::vector<LeafRun>& runs,
            std::vector<std::size_t>& stack) const {
    const double rounding = 4 * std::numeric_limits<double>::epsilon();
    sq_radius *= 1 + rounding * static_cast<double>(dim_);
    runs.clear();
    stack.assign(1, 0);
    while (!stack.empty()) {
      const std::size_t at = stack.back();
      stack.pop_back();
      if (gap_exceeds(query, box(at), dim_, sq_radius)) continue;
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

 private:
  // Boxes and splits the nodes from `level` to the last; returns where the next level begins.
  std::size_t split_level(const double* points, std::size_t level, const Runtime& runtime) {
    const std::size_t next = nodes_.size();
    for_blocks(runtime, next - level, [&](std::size_t i) { split_node(points, level + i); });
    for (std::size_t at = level; at < next; ++at) {
      if (nodes_[at].end - nodes_[at].begin == 1) {
        leaf_node_[nodes_[at].begin] = at;
        continue;
      }
      const Node node = nodes_[at];
      const std::size_t middle = node.begin + (node.end - node.begin) / 2;
      nodes_[at].child = nodes_.size();
      nodes_.push_back({node.begin, middle, 0});
      nodes_.push_back({middle, node.end, 0});
    }
    box_.resize(2 * dim_ * nodes_.size());
    return next;
  }

  void split_node(const double* points, std::size_t at) {
    const Node& node = nodes_[at];
    const Span<std::uint32_t> own =
        Span(order_).part(node.begin * leaf_size, std::min(node.end * leaf_size, order_.size()));
    const std::size_t widest = bound(points, own, at);
    if (node.end - node.begin == 1) {
      std::sort(own.begin(), own.end(),
                [&](std::uint32_t a, std::uint32_t b) { return stands_before(points, a, b); });
      return;
    }
    const std::size_t left = (node.end - node.begin) / 2 * leaf_size;
    if (used_) return split_by_keys(points, own, left, widest);
    std::nth_element(own.begin(), own.begin() + left, own.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double x = points[a * dim_ + widest];
                       const double y = points[b * dim_ + widest];
                       return x < y || (x <= y && stands_before(points, a, b));
                     });
  }

  // The same split by copies of one coordinate, which are in memory.
  void split_by_keys(const double* points, Span<std::uint32_t> own, std::size_t left,
                     std::size_t widest) {
    struct Key {
      double value;
      std::uint32_t row;
    };
    std::vector<Key> key;
    key.reserve(own.size());
    for (const std::uint32_t i : own) {
      key.push_back({points[i * dim_ + widest], i});
      if (key.size() % many == 0) used_(many);
    }
    std::nth_element(
        key.data(), key.data() + left, key.data() + key.size(), [&](const Key& a, const Key& b) {
          return a.value < b.value || (a.value <= b.value && stands_before(points, a.row, b.row));
        });
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = key[i].row;
    used_(own.size() % many);
  }

  // By coordinates, then by row.
  bool stands_before(const double* points, std::uint32_t a, std::uint32_t b) const {
    const double* x = points + a * dim_;
    const double* y = points + b * dim_;
    const auto differ = std::mismatch(x, x + dim_, y);
    return differ.first == x + dim_ ? a < b : *differ.first < *differ.second;
  }

  // Writes the box of a node; returns its widest coordinate.
  std::size_t bound(const double* points, Span<const std::uint32_t> own, std::size_t at) {
    double* lower = box_.data() + 2 * dim_ * at;
    double* upper = lower + dim_;
    std::fill(lower, upper, std::numeric_limits<double>::infinity());
    std::fill(upper, upper + dim_, -std::numeric_limits<double>::infinity());
    std::size_t seen = 0;
    for (const std::size_t i : own) {
      const double* point = points + i * dim_;
      for (std::size_t k = 0; k < dim_; ++k) {
        lower[k] = std::min(lower[k], point[k]);
        upper[k] = std::max(upper[k], point[k]);
      }
      if (used_ && ++seen % many == 0) used_(many);
    }
    if (used_) used_(seen % many);
    std::size_t widest = 0;
    for (std::size_t k = 1; k < dim_; ++k) {
      if (upper[k] - lower[k] > upper[widest] - lower[widest]) widest = k;
    }
    return widest;
  }

  // Points between two words about their use.
  static constexpr std::size_t many = 1024;

  std::size_t dim_;
  std::function<void(std::size_t count)> used_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> leaf_node_;  // leaf -> its node
  std::vector<double> box_;             // per node: lower corner, upper corner
};

}  // namespace lapscale

#endif
