#ifndef LAPSCALE_SELECT_CLOSEST_PAIR_HPP
#define LAPSCALE_SELECT_CLOSEST_PAIR_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/projected_pairs.hpp"
#include "lapscale/points/projected_points.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/nearest_of_points.hpp"

namespace lapscale {

// Calls sink(q, sq_dist, count) with the squared distances of the points of a leaf, by their places
// in it, to those within a radius of it; farther ones may come too.
//   projected  of very many points and columns, else null
//   wanted     by position, whether a point is; empty: all are
template <class Sink>
void visit_near(const PointIndex& index, const ProjectedPoints* projected, std::size_t leaf,
                double sq_radius, const Runtime& runtime, const Sink& sink,
                const std::vector<char>& wanted = {}) {
  if (projected != nullptr) {
    ProjectedPairs(index, *projected, runtime).run(leaf, sq_radius, sink);
    return;
  }
  const std::size_t first = leaf * leaf_size;
  std::vector<std::size_t> position;
  for (std::size_t i = first; i < std::min(index.size(), first + leaf_size); ++i) {
    if (wanted.empty() || wanted[i] != 0) position.push_back(i);
  }
  if (position.empty()) return;
  PairPass pass(index, runtime);
  pass.select_leaves(index.tree().leaf_box(leaf), sq_radius);
  const std::size_t width = queries_together(index);
  for (std::size_t begin = 0; begin < position.size(); begin += width) {
    const std::size_t end = std::min(begin + width, position.size());
    pass.run(Span<const std::size_t>(position).part(begin, end),
             [&](std::size_t q, std::size_t, const double* sq_dist, std::size_t count) {
               sink(position[begin + q] - first, sq_dist, count);
             });
  }
}

// Returns the smallest above 0, +Inf without one.
inline double smallest_positive(const double* values, std::size_t count) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i] > 0) smallest = std::min(smallest, values[i]);
  }
  return smallest;
}

// Returns the smallest squared distance above zero between points of one leaf.
inline double closest_inside(const PointIndex& index, std::size_t leaf, const Runtime& runtime) {
  PairPass pass(index, runtime);
  pass.select_leaves(LeafRun{leaf, leaf + 1});
  double closest = std::numeric_limits<double>::infinity();
  const auto take = [&](std::size_t, std::size_t, const double* sq_dist, std::size_t count) {
    closest = std::min(closest, smallest_positive(sq_dist, count));
  };
  for_leaf_blocks(
      index, leaf, [&](Span<const std::size_t> position) { pass.run(position, take); },
      queries_together(index));
  return closest;
}

// Returns the squared distance of the closest two points that do not coincide.
inline double closest_pair(const PointIndex& index, const Runtime& runtime,
                           const ProjectedPoints* projected = nullptr,
                           const NearestOfPoints& nearest = {}) {
  const auto closest_of = [&](const auto& closest_in) {
    std::vector<double> closest(index.tree().n_leaves());
    for_blocks(runtime, closest.size(),
               [&](std::size_t leaf) { closest[leaf] = closest_in(leaf); });
    return *std::min_element(closest.begin(), closest.end());
  };
  const auto closest_within = [&](double sq_radius) {
    const std::vector<char> near = nearest.near(sq_radius);
    return closest_of([&](std::size_t leaf) {
      double closest = std::numeric_limits<double>::infinity();
      visit_near(
          index, projected, leaf, sq_radius, runtime,
          [&](std::size_t, const double* sq_dist, std::size_t count) {
            closest = std::min(closest, smallest_positive(sq_dist, count));
          },
          near);
      return closest;
    });
  };
  // A bound prunes the search: what is known, that of each leaf alone, or of leaves whose boxes
  // meet.
  const double known = nearest.bound();
  if (std::isfinite(known)) return closest_within(known);
  if (projected != nullptr) {
    const double bound =
        closest_of([&](std::size_t leaf) { return closest_inside(index, leaf, runtime); });
    if (std::isfinite(bound)) return closest_within(bound);
  }
  return closest_within(closest_within(0));
}

}  // namespace lapscale

#endif
