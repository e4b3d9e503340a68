#ifndef LAPSCALE_GRAPH_CELL_GROUPS_HPP
#define LAPSCALE_GRAPH_CELL_GROUPS_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "lapscale/linalg/coarse_walk.hpp"
#include "lapscale/points/box.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_index.hpp"

namespace lapscale {

// Cells of the tree no wider than a limit, and parts of leaves where these are wider: split at
// medians of the widest coordinate.
class CellGroups {
 public:
  CellGroups(const PointIndex& index, double width)
      : index_(index), sq_width_(width * width), group_(index.size()) {
    const KdTree& tree = index.tree();
    std::vector<std::size_t> stack(1, 0);
    while (!stack.empty()) {
      const KdTree::Node& node = tree.nodes()[stack.back()];
      const double sq_size = sq_diagonal(tree.box(stack.back()), tree.dim());
      stack.pop_back();
      if (node.child != 0 && sq_size > sq_width_) {
        stack.push_back(node.child + 1);
        stack.push_back(node.child);
        continue;
      }
      std::vector<std::size_t> position(std::min(index.size(), node.end * leaf_size) -
                                        node.begin * leaf_size);
      std::iota(position.begin(), position.end(), node.begin * leaf_size);
      if (sq_size <= sq_width_) {
        take(position.begin(), position.end());
      } else {
        split(position.begin(), position.end());
      }
    }
  }

  std::size_t count() const { return count_; }
  // Of each position; those of a leaf are not below those of the leaf before.
  const std::vector<int>& of_position() const { return group_; }

  Groups by_row() const {
    Groups groups{std::vector<int>(group_.size()), count_};
    for (std::size_t i = 0; i < group_.size(); ++i) groups.of[index_.row_of(i)] = group_[i];
    return groups;
  }

 private:
  using Place = std::vector<std::size_t>::iterator;

  void take(Place begin, Place end) {
    for (Place at = begin; at != end; ++at) group_[*at] = static_cast<int>(count_);
    ++count_;
  }

  void split(Place begin, Place end) {
    double sq_size = 0;
    double largest = 0;
    std::size_t widest = 0;
    for (std::size_t k = 0; k < index_.dim(); ++k) {
      double low = std::numeric_limits<double>::infinity();
      double high = -low;
      for (Place at = begin; at != end; ++at) {
        const double x = index_.coordinate(*at, k);
        low = std::min(low, x);
        high = std::max(high, x);
      }
      sq_size += (high - low) * (high - low);
      if (high - low > largest) {
        largest = high - low;
        widest = k;
      }
    }
    if (sq_size <= sq_width_) return take(begin, end);
    const Place middle = begin + (end - begin) / 2;
    std::sort(begin, end, [&](std::size_t a, std::size_t b) {
      const double x = index_.coordinate(a, widest);
      const double y = index_.coordinate(b, widest);
      return x < y || (x == y && a < b);
    });
    split(begin, middle);
    split(middle, end);
  }

  const PointIndex& index_;
  double sq_width_;
  std::vector<int> group_;
  std::size_t count_ = 0;
};

}  // namespace lapscale

#endif
