#ifndef LAPSCALE_EMBED_LAYOUT_TREE_HPP
#define LAPSCALE_EMBED_LAYOUT_TREE_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/embed/layout_expansion.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Points of a leaf, at most; a multiple of 4.
constexpr std::size_t layout_leaf_size = 32;

// What is known of the points below a node: enough for a sum over them from far away.
template <std::size_t dims>
struct LayoutCell {
  LayoutPlace<dims> center{};   // of mass
  double radius = 0;            // of a ball around the center with all points
  LayoutTerms<dims> moments{};  // sums of m (y - center)^a
};

// A binary tree over the points of a layout, halved along their widest coordinate. Nodes are those
// of a complete tree: the children of node i are 2 i + 1 and 2 i + 2. The halves may become old:
// the cells are those of the present places, only wider.
template <std::size_t dims>
class LayoutTree {
 public:
  explicit LayoutTree(std::size_t n) : order_(n) {
    for (std::size_t i = 0; i < n; ++i) order_[i] = static_cast<std::uint32_t>(i);
    while ((n >> depth_) + ((n & ((std::size_t{1} << depth_) - 1)) != 0) > layout_leaf_size) {
      ++depth_;
    }
    cells_.resize((std::size_t{2} << depth_) - 1);
    begin_.resize(n_leaves() + 1);
    for (std::size_t l = 0; l <= n_leaves(); ++l) begin_[l] = first_of(l, n);
    sources_.resize(n * (dims + 1));
  }

  std::size_t n_leaves() const { return std::size_t{1} << depth_; }
  std::size_t first_leaf() const { return n_leaves() - 1; }
  bool is_leaf(std::size_t node) const { return node >= first_leaf(); }
  const LayoutCell<dims>& cell(std::size_t node) const { return cells_[node]; }
  // Points of leaf l by number, and each as its coordinates and its mass.
  Span<const std::uint32_t> points_of(std::size_t l) const {
    return Span<const std::uint32_t>(order_.data() + begin_[l], begin_[l + 1] - begin_[l]);
  }
  const double* sources_of(std::size_t l) const { return sources_.data() + begin_[l] * (dims + 1); }

  // Halves the points again, those at equal places by their numbers.
  //   y  n x dims, point after point
  void sort(Span<const double> y, const Runtime& runtime) {
    for (std::size_t level = 0; level < depth_; ++level) {
      for_blocks(runtime, std::size_t{1} << level, [&](std::size_t node) {
        halve(y, node << (depth_ - level), (node + 1) << (depth_ - level));
      });
    }
  }

  // Finds the cells of the present places.
  void collect(Span<const double> y, Span<const double> mass, const Runtime& runtime) {
    for_blocks(runtime, n_leaves(), [&](std::size_t l) {
      for (std::size_t j = begin_[l]; j < begin_[l + 1]; ++j) {
        double* source = sources_.data() + j * (dims + 1);
        for (std::size_t k = 0; k < dims; ++k) source[k] = y[order_[j] * dims + k];
        source[dims] = mass[order_[j]];
      }
      cells_[first_leaf() + l] = cell_of(sources_of(l), begin_[l + 1] - begin_[l]);
    });
    for (std::size_t node = first_leaf(); node-- > 0;) {
      cells_[node] = joined(cells_[2 * node + 1], cells_[2 * node + 2]);
    }
  }

  // The sum of the radii of the leaves over that of the root: it grows as the halves become old.
  double width_of_leaves() const {
    double sum = 0;
    for (std::size_t l = 0; l < n_leaves(); ++l) sum += cells_[first_leaf() + l].radius;
    return cells_[0].radius > 0 ? sum / cells_[0].radius : 0;
  }

 private:
  std::size_t first_of(std::size_t leaf, std::size_t n) const { return (n * leaf) >> depth_; }

  static LayoutCell<dims> cell_of(const double* sources, std::size_t count) {
    LayoutCell<dims> cell;
    double mass = 0;
    for (std::size_t j = 0; j < count; ++j) mass += sources[j * (dims + 1) + dims];
    for (std::size_t j = 0; j < count; ++j) {
      const double* source = sources + j * (dims + 1);
      for (std::size_t k = 0; k < dims; ++k) cell.center[k] += source[dims] / mass * source[k];
    }
    for (std::size_t j = 0; j < count; ++j) {
      const double* source = sources + j * (dims + 1);
      const LayoutPlace<dims> step = minus<dims>(source, cell.center);
      cell.radius = std::max(cell.radius, std::sqrt(square<dims>(step)));
      const LayoutTerms<dims> own = monomials_at<dims>(step);
      for (std::size_t a = 0; a < own.size(); ++a) cell.moments[a] += source[dims] * own[a];
    }
    return cell;
  }

  static LayoutCell<dims> joined(const LayoutCell<dims>& one, const LayoutCell<dims>& other) {
    LayoutCell<dims> both;
    const double share = other.moments[0] / (one.moments[0] + other.moments[0]);
    for (std::size_t k = 0; k < dims; ++k) {
      both.center[k] = one.center[k] + share * (other.center[k] - one.center[k]);
    }
    for (const LayoutCell<dims>* part : {&one, &other}) {
      const LayoutPlace<dims> step = minus<dims>(part->center, both.center);
      both.radius = std::max(both.radius, std::sqrt(square<dims>(step)) + part->radius);
      add_moved_moments<dims>(part->moments, step, both.moments);
    }
    return both;
  }

  // Halves the points of the leaves [first, last).
  void halve(Span<const double> y, std::size_t first, std::size_t last) {
    const std::size_t middle = (first + last) / 2;
    const auto from = order_.begin() + static_cast<std::ptrdiff_t>(begin_[first]);
    const auto half = order_.begin() + static_cast<std::ptrdiff_t>(begin_[middle]);
    const auto to = order_.begin() + static_cast<std::ptrdiff_t>(begin_[last]);
    std::array<double, dims> low;
    std::array<double, dims> high;
    for (std::size_t k = 0; k < dims; ++k) {
      low[k] = high[k] = y[*from * dims + k];
      for (auto at = from; at != to; ++at) {
        low[k] = std::min(low[k], y[*at * dims + k]);
        high[k] = std::max(high[k], y[*at * dims + k]);
      }
    }
    std::size_t widest = 0;
    for (std::size_t k = 1; k < dims; ++k) {
      if (high[k] - low[k] > high[widest] - low[widest]) widest = k;
    }
    std::nth_element(from, half, to, [&](std::uint32_t a, std::uint32_t b) {
      const double at_a = y[a * dims + widest];
      const double at_b = y[b * dims + widest];
      return at_a < at_b || (at_a <= at_b && a < b);
    });
  }

  std::size_t depth_ = 0;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> begin_;  // of each leaf in the order, and the end
  std::vector<LayoutCell<dims>> cells_;
  std::vector<double> sources_;  // coordinates and mass, in the order
};

}  // namespace lapscale

#endif
