#ifndef LAPSCALE_EMBED_LAYOUT_REPULSION_HPP
#define LAPSCALE_EMBED_LAYOUT_REPULSION_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/embed/layout_tree.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Cells are sums of their points' moments where their radius is below this times the distance. The
// relative error of the repulsion was then 2e-4 to 5e-4 on layouts, normal clouds, and groups of
// 10,000 and 50,000 points (with 0.4 up to 1.2e-3). With 0 all sums are exact.
constexpr double layout_opening = 0.33;

// Two targets at once.
using LayoutLanes = double __attribute__((vector_size(16)));

// Sums over all points as seen from up to 2 W targets close to each other.
//   total  sum_j m_j k(y - y_j),  force  sum_j m_j k(y - y_j)^2 (y - y_j),  k(d) = 1 / (1 + |d|^2)
template <std::size_t D, std::size_t W>
struct LayoutTargets {
  LayoutLanes at[D][W];
  LayoutLanes total[W];
  LayoutLanes force[D][W];
  std::array<double, D> center;
  double radius;

  void set(std::size_t target, const double* y) {
    for (std::size_t k = 0; k < D; ++k) at[k][target / 2][target % 2] = y[k];
  }

  void clear() {
    for (std::size_t w = 0; w < W; ++w) {
      total[w] = LayoutLanes{};
      for (std::size_t k = 0; k < D; ++k) force[k][w] = LayoutLanes{};
    }
  }
};

template <std::size_t D, std::size_t W>
inline void add_point(const double* y, double mass, LayoutTargets<D, W>& targets) {
  for (std::size_t w = 0; w < W; ++w) {
    LayoutLanes step[D];
    LayoutLanes sum = LayoutLanes{} + 1.0;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < D; ++k) {
      step[k] = targets.at[k][w] - y[k];
      sum += step[k] * step[k];
    }
    const LayoutLanes near = 1.0 / sum;
    const LayoutLanes part = mass * near;
    targets.total[w] += part;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < D; ++k) targets.force[k][w] += part * near * step[k];
  }
}

// Adds the sums over the points of a cell, to second order about its center. With u = k(d), S the
// spread and q = d'Sd, these are M u - u^2 tr S + 4 u^3 q and
// d (M u^2 - 2 u^3 tr S + 12 u^4 q) - 4 u^3 S d.
template <std::size_t D, std::size_t W>
inline void add_cell(const LayoutCell<D>& cell, LayoutTargets<D, W>& targets) {
  for (std::size_t w = 0; w < W; ++w) {
    LayoutLanes step[D];
    LayoutLanes image[D];
    LayoutLanes sum = LayoutLanes{} + 1.0;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < D; ++k) {
      step[k] = targets.at[k][w] - cell.center[k];
      image[k] = LayoutLanes{};
      sum += step[k] * step[k];
    }
#pragma GCC unroll 4
    for (std::size_t k = 0; k < D; ++k) {
#pragma GCC unroll 4
      for (std::size_t l = 0; l < D; ++l) {
        image[k] += cell.spread[k < l ? l * (l + 1) / 2 + k : k * (k + 1) / 2 + l] * step[l];
      }
    }
    LayoutLanes form = LayoutLanes{};
#pragma GCC unroll 4
    for (std::size_t k = 0; k < D; ++k) form += image[k] * step[k];
    const LayoutLanes u = 1.0 / sum;
    const LayoutLanes u2 = u * u;
    const LayoutLanes u3 = u2 * u;
    targets.total[w] += cell.mass * u - cell.trace * u2 + 4.0 * u3 * form;
    const LayoutLanes along = cell.mass * u2 - (2.0 * cell.trace) * u3 + 12.0 * u2 * u2 * form;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < D; ++k) {
      targets.force[k][w] += along * step[k] - 4.0 * u3 * image[k];
    }
  }
}

// Adds the sums over all points of the tree, in an order of its own.
template <std::size_t D, std::size_t W>
inline void add_tree(const LayoutTree<D>& tree, double opening, LayoutTargets<D, W>& targets) {
  std::array<std::size_t, 128> waiting;  // twice the depth of any tree
  std::size_t n_waiting = 1;
  waiting[0] = 0;
  while (n_waiting > 0) {
    const std::size_t node = waiting[--n_waiting];
    const LayoutCell<D>& cell = tree.cell(node);
    double sq_dist = 0;
    for (std::size_t k = 0; k < D; ++k) {
      const double step = cell.center[k] - targets.center[k];
      sq_dist += step * step;
    }
    if (cell.radius < opening * (std::sqrt(sq_dist) - targets.radius)) {
      add_cell(cell, targets);
    } else if (tree.is_leaf(node)) {
      const std::size_t leaf = node - tree.first_leaf();
      const double* source = tree.sources_of(leaf);
      for (std::size_t j = 0; j < tree.points_of(leaf).size(); ++j, source += D + 1) {
        add_point(source, source[D], targets);
      }
    } else {
      waiting[n_waiting++] = 2 * node + 2;
      waiting[n_waiting++] = 2 * node + 1;
    }
  }
}

// Computes what each point of the tree is repelled by: force, n x D, sum_j m_j k_ij^2 (y_i - y_j),
// and returns the sum over pairs of different points, Z = sum_ij m_i m_j k_ij.
template <std::size_t D>
double layout_repulsion(const LayoutTree<D>& tree, Span<const double> y, Span<const double> mass,
                        double opening, const Runtime& runtime, Span<double> force) {
  std::vector<double> share(tree.n_leaves());
  for_blocks(runtime, tree.n_leaves(), [&](std::size_t l) {
    LayoutTargets<D, layout_leaf_size / 2> targets;
    const LayoutCell<D>& own = tree.cell(tree.first_leaf() + l);
    const Span<const std::uint32_t> points = tree.points_of(l);
    targets.center = own.center;
    targets.radius = own.radius;
    targets.clear();
    for (std::size_t t = 0; t < layout_leaf_size; ++t) {
      targets.set(t, t < points.size() ? y.data() + points[t] * D : own.center.data());
    }
    add_tree(tree, opening, targets);
    double sum = 0;
    for (std::size_t t = 0; t < points.size(); ++t) {
      const double m = mass[points[t]];
      sum += m * (targets.total[t / 2][t % 2] - m);
      for (std::size_t k = 0; k < D; ++k) {
        force[points[t] * D + k] = targets.force[k][t / 2][t % 2];
      }
    }
    share[l] = sum;
  });
  double total = 0;
  for (const double part : share) total += part;
  return total;
}

}  // namespace lapscale

#endif
