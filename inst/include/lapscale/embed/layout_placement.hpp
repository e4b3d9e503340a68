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
//   returns m x dims, point after point
template <std::size_t dims>
std::vector<double> layout_placement(const RowLists& lists, Span<const double> y,
                                     Span<const double> mass, double total, double perplexity,
                                     double exaggeration, const Runtime& runtime) {
  constexpr std::size_t n_steps = 100;
  constexpr double momentum = 0.7;
  const std::size_t n = mass.size();
  LayoutTree<dims> tree(n);
  tree.sort(y, runtime);
  tree.collect(y, mass, runtime);
  std::vector<double> placed(lists.size() * dims, 0.0);
  for_blocks(runtime, lists.size(), [&](std::size_t i) {
    const std::size_t first = lists.begin[i];
    const std::size_t count = lists.begin[i + 1] - first;
    std::vector<double> walk(count);
    std::vector<double> of_neighbor(count);
    for (std::size_t e = 0; e < count; ++e) {
      of_neighbor[e] = static_cast<double>(n) * mass[lists.index[first + e]];
    }
    calibrated_walk(lists.distance.part(first, first + count), of_neighbor, perplexity, walk);
    double* at = placed.data() + i * dims;
    for (std::size_t e = 0; e < count; ++e) {
      for (std::size_t k = 0; k < dims; ++k)
        at[k] += walk[e] * y[lists.index[first + e] * dims + k];
    }
    double velocity[dims] = {};
    LayoutProbe<dims> probe(tree);
    for (std::size_t step = 0; step < n_steps; ++step) {
      LayoutPlace<dims> place;
      std::copy(at, at + dims, place.begin());
      const LayoutPlace<dims> force = probe.force_at(place);
      double pull[dims] = {};
      for (std::size_t e = 0; e < count; ++e) {
        const double* other = y.data() + lists.index[first + e] * dims;
        double sum = 1;
        for (std::size_t k = 0; k < dims; ++k) sum += (at[k] - other[k]) * (at[k] - other[k]);
        for (std::size_t k = 0; k < dims; ++k) pull[k] += walk[e] / sum * (at[k] - other[k]);
      }
      for (std::size_t k = 0; k < dims; ++k) {
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
