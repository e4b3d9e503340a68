#ifndef LAPSCALE_EMBED_LAYOUT_PLACEMENT_HPP
#define LAPSCALE_EMBED_LAYOUT_PLACEMENT_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/embed/layout_affinities.hpp"
#include "lapscale/embed/layout_repulsion.hpp"
#include "lapscale/embed/layout_tree.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Places new points in a layout, each by itself: it starts at the mean of its neighbors, weighted
// by its walk to them, and goes where its own cost is least while all others stay.
//   lists  neighbors of each new point in the layout;  y, mass, total: of the layout
//   returns m x D, point after point
template <std::size_t D>
std::vector<double> layout_placement(const RowLists& lists, Span<const double> y,
                                     Span<const double> mass, double total, double perplexity,
                                     double exaggeration, const Runtime& runtime) {
  constexpr std::size_t n_steps = 100;
  constexpr double momentum = 0.7;
  const std::size_t n = mass.size();
  LayoutTree<D> tree(n);
  tree.sort(y, runtime);
  tree.collect(y, mass, runtime);
  std::vector<double> placed(lists.size() * D, 0.0);
  for_blocks(runtime, lists.size(), [&](std::size_t i) {
    const std::size_t first = lists.begin[i];
    const std::size_t count = lists.begin[i + 1] - first;
    std::vector<double> walk(count);
    std::vector<double> of_neighbor(count);
    for (std::size_t e = 0; e < count; ++e) {
      of_neighbor[e] = static_cast<double>(n) * mass[lists.index[first + e]];
    }
    calibrated_walk(lists.distance.part(first, first + count), of_neighbor, perplexity, walk);
    double* at = placed.data() + i * D;
    for (std::size_t e = 0; e < count; ++e) {
      for (std::size_t k = 0; k < D; ++k) at[k] += walk[e] * y[lists.index[first + e] * D + k];
    }
    double velocity[D] = {};
    LayoutProbe<D> probe(tree);
    for (std::size_t step = 0; step < n_steps; ++step) {
      LayoutPlace<D> place;
      std::copy(at, at + D, place.begin());
      const LayoutPlace<D> force = probe.force_at(place);
      double pull[D] = {};
      for (std::size_t e = 0; e < count; ++e) {
        const double* other = y.data() + lists.index[first + e] * D;
        double sum = 1;
        for (std::size_t k = 0; k < D; ++k) sum += (at[k] - other[k]) * (at[k] - other[k]);
        for (std::size_t k = 0; k < D; ++k) pull[k] += walk[e] / sum * (at[k] - other[k]);
      }
      for (std::size_t k = 0; k < D; ++k) {
        const double gradient = exaggeration * pull[k] - force[k] / total;
        velocity[k] = momentum * velocity[k] - gradient / (2 * exaggeration);
        at[k] += velocity[k];
      }
    }
  });
  return placed;
}

}  // namespace lapscale

#endif
