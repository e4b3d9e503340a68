#ifndef LAPSCALE_EMBED_LAYOUT_REPULSION_HPP
#define LAPSCALE_EMBED_LAYOUT_REPULSION_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/embed/layout_expansion.hpp"
#include "lapscale/embed/layout_tree.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Groups are far from each other where the sum of their radii is below this times the distance of
// their centers: the relative error of the repulsion was then 9e-5 to 6.3e-4 (notes/layout.md).
// With 0 all sums are exact.
constexpr double layout_opening = 0.4;

template <class Real>
struct LayoutLanes;
template <>
struct LayoutLanes<float> {
  using Type = float __attribute__((vector_size(16)));
};
template <>
struct LayoutLanes<double> {
  using Type = double __attribute__((vector_size(16)));
};

// Sums over all points as seen from the points of a leaf, or from one place.
//   total  sum_j m_j k(y - y_j),  force  sum_j m_j k(y - y_j)^2 (y - y_j),  k(d) = 1 / (1 + |d|^2)
// Far groups add to a polynomial around the center of the targets, whose gradient is -2 times the
// force, near ones point by point.
template <class Real, std::size_t dims>
class LayoutSums {
 public:
  LayoutSums(const LayoutTree<dims>& tree, double opening)
      : tree_(tree), sq_opening_(opening * opening) {}

  // Takes targets, up to `layout_leaf_size`; place(t) is a target relative to the center.
  template <class Place>
  void start(std::size_t n_targets, const Place& place) {
    n_used_ = (n_targets + width - 1) / width;
    for (std::size_t w = 0; w < n_used_; ++w) {
      total_[w] = Lanes{};
      for (std::size_t k = 0; k < dims; ++k) at_[k][w] = force_[k][w] = Lanes{};
    }
    for (std::size_t t = 0; t < n_targets; ++t) {
      const LayoutPlace<dims> at = place(t);
      for (std::size_t k = 0; k < dims; ++k)
        at_[k][t / width][t % width] = static_cast<Real>(at[k]);
    }
  }

  // Looks from a ball at the nodes `seen`. Its targets see all points; without targets, nodes that
  // are near and not larger go to `later`.
  void look(const LayoutPlace<dims>& center, double radius, Span<const std::size_t> seen,
            LayoutTerms<dims>& field, std::vector<std::size_t>* later) {
    std::vector<std::size_t> waiting(seen.begin(), seen.end());
    while (!waiting.empty()) {
      const std::size_t node = waiting.back();
      waiting.pop_back();
      const LayoutCell<dims>& cell = tree_.cell(node);
      const LayoutPlace<dims> step = minus<dims>(center, cell.center);
      const double both = radius + cell.radius;
      if (both * both < sq_opening_ * square<dims>(step)) {
        add_far<dims>(cell.moments, step, field);
      } else if (later && (tree_.is_leaf(node) || cell.radius <= radius)) {
        later->push_back(node);
      } else if (tree_.is_leaf(node)) {
        add_leaf(node - tree_.first_leaf(), center);
      } else {
        waiting.push_back(2 * node + 2);
        waiting.push_back(2 * node + 1);
      }
    }
  }

  double total(std::size_t target) const {
    return static_cast<double>(total_[target / width][target % width]);
  }
  double force(std::size_t target, std::size_t k) const {
    return static_cast<double>(force_[k][target / width][target % width]);
  }

 private:
  using Lanes = typename LayoutLanes<Real>::Type;
  static constexpr std::size_t width = sizeof(Lanes) / sizeof(Real);
  static constexpr std::size_t n_lanes = layout_leaf_size / width;

  void add_leaf(std::size_t leaf, const LayoutPlace<dims>& center) {
    const double* source = tree_.sources_of(leaf);
    const std::size_t count = tree_.points_of(leaf).size();
    Lanes from[layout_leaf_size][dims + 1];
    for (std::size_t j = 0; j < count; ++j, source += dims + 1) {
      for (std::size_t k = 0; k < dims; ++k) {
        from[j][k] = Lanes{} + static_cast<Real>(source[k] - center[k]);
      }
      from[j][dims] = Lanes{} + static_cast<Real>(source[dims]);
    }
    for (std::size_t w = 0; w < n_used_; ++w) {
      Lanes at[dims];
      Lanes force[dims];
      Lanes total = total_[w];
      for (std::size_t k = 0; k < dims; ++k) {
        at[k] = at_[k][w];
        force[k] = force_[k][w];
      }
      for (std::size_t j = 0; j < count; ++j) {
        Lanes step[dims];
        Lanes sum = Lanes{} + Real{1};
#pragma GCC unroll 4
        for (std::size_t k = 0; k < dims; ++k) {
          step[k] = at[k] - from[j][k];
          sum += step[k] * step[k];
        }
        const Lanes near = Real{1} / sum;
        const Lanes part = from[j][dims] * near;
        total += part;
        const Lanes square = part * near;
#pragma GCC unroll 4
        for (std::size_t k = 0; k < dims; ++k) force[k] += square * step[k];
      }
      total_[w] = total;
      for (std::size_t k = 0; k < dims; ++k) force_[k][w] = force[k];
    }
  }

  const LayoutTree<dims>& tree_;
  double sq_opening_;
  std::size_t n_used_ = 0;
  Lanes at_[dims][n_lanes];
  Lanes total_[n_lanes];
  Lanes force_[dims][n_lanes];
};

// Computes for the points below a node, of a tree that is seen by it as the nodes `seen` and the
// polynomial `field`, what they are repelled by, and returns their part of the sum over pairs.
template <class Real, std::size_t dims>
double repel_below(const LayoutTree<dims>& tree, std::size_t node, Span<const std::size_t> seen,
                   LayoutTerms<dims> field, Span<const double> mass, LayoutSums<Real, dims>& sums,
                   Span<double> force) {
  const LayoutCell<dims>& cell = tree.cell(node);
  double total = 0;
  if (!tree.is_leaf(node)) {
    std::vector<std::size_t> near;
    sums.look(cell.center, cell.radius, seen, field, &near);
    for (const std::size_t child : {2 * node + 1, 2 * node + 2}) {
      const LayoutPlace<dims> step = minus<dims>(tree.cell(child).center, cell.center);
      total +=
          repel_below(tree, child, near, moved_polynomial<dims>(field, step), mass, sums, force);
    }
    return total;
  }
  const std::size_t leaf = node - tree.first_leaf();
  const Span<const std::uint32_t> points = tree.points_of(leaf);
  const auto place = [&](std::size_t t) {
    return minus<dims>(tree.sources_of(leaf) + t * (dims + 1), cell.center);
  };
  sums.start(points.size(), place);
  sums.look(cell.center, cell.radius, seen, field, nullptr);
  for (std::size_t t = 0; t < points.size(); ++t) {
    const auto far = moved_polynomial<dims, LayoutMonomials<dims>::n_first_parts>(field, place(t));
    const double m = mass[points[t]];
    total += m * (sums.total(t) + far[0] - m);
    for (std::size_t k = 0; k < dims; ++k) {
      force[points[t] * dims + k] = sums.force(t, k) - far[1 + k] / 2;
    }
  }
  return total;
}

// Computes what each point of the tree is repelled by: force, n x dims, sum_j m_j k_ij^2 (y_i -
// y_j), and returns the sum over pairs of different points, Z = sum_ij m_i m_j k_ij.
template <std::size_t dims>
double layout_repulsion(const LayoutTree<dims>& tree, Span<const double> mass, double opening,
                        const Runtime& runtime, Span<double> force) {
  constexpr std::size_t leaves_per_block = 64;
  const std::size_t n_blocks = std::max<std::size_t>(tree.n_leaves() / leaves_per_block, 1);
  std::vector<double> share(n_blocks);
  const auto repel = [&](std::size_t block, auto sums) {
    const std::size_t root = 0;
    share[block] =
        repel_below(tree, n_blocks - 1 + block, {&root, 1}, LayoutTerms<dims>{}, mass, sums, force);
  };
  for_blocks(runtime, n_blocks, [&](std::size_t block) {
    if (opening > 0) {
      repel(block, LayoutSums<float, dims>(tree, opening));
    } else {
      repel(block, LayoutSums<double, dims>(tree, opening));
    }
  });
  double total = 0;
  for (const double part : share) total += part;
  return total;
}

// The force of all points of a tree on one that moves little by little.
template <std::size_t dims>
class LayoutProbe {
 public:
  explicit LayoutProbe(const LayoutTree<dims>& tree) : sums_(tree, layout_opening) {}

  LayoutPlace<dims> force_at(const LayoutPlace<dims>& y) {
    constexpr double reach = 1;
    if (near_.empty() || square<dims>(minus<dims>(y, center_)) > reach * reach) {
      const std::size_t root = 0;
      center_ = y;
      field_ = {};
      near_.clear();
      sums_.look(center_, reach, {&root, 1}, field_, &near_);
    }
    const LayoutPlace<dims> step = minus<dims>(y, center_);
    LayoutTerms<dims> field = field_;
    sums_.start(1, [&](std::size_t) { return step; });
    sums_.look(center_, reach, near_, field, nullptr);
    const auto far = moved_polynomial<dims, LayoutMonomials<dims>::n_first_parts>(field, step);
    LayoutPlace<dims> force;
    for (std::size_t k = 0; k < dims; ++k) force[k] = sums_.force(0, k) - far[1 + k] / 2;
    return force;
  }

 private:
  LayoutSums<float, dims> sums_;
  LayoutPlace<dims> center_{};
  LayoutTerms<dims> field_{};
  std::vector<std::size_t> near_;
};

}  // namespace lapscale

#endif
