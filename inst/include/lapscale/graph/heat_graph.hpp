#ifndef LAPSCALE_GRAPH_HEAT_GRAPH_HPP
#define LAPSCALE_GRAPH_HEAT_GRAPH_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/local_scale.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/radius_neighbors.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

struct HeatGraphOptions {
  bool within_radius = true;             // edges within cutoff bandwidths
  std::size_t k = 0;                     // edges to the k nearest; 0: none
  Symmetry symmetry = Symmetry::either;  // of the k nearest
  double cutoff = graph_cutoff;          // in bandwidths; +Inf with within_radius = false: no cut
  bool self_loops = true;
  std::size_t most = std::size_t(-1);  // throws TooManyNeighbors beyond this many entries
};

// Keeps the pairs within the cut-off, with the squared distances turned into the kernel's exponent
// |x_i - x_j|^2 / (h_i h_j). A weight that double precision holds as zero is no edge.
inline void scale_and_cut(Adjacency& lists, const std::vector<double>& bandwidth, double cutoff,
                          const Runtime& runtime) {
  const double largest = std::min(cutoff * cutoff, largest_exponent);
  std::size_t to = 0;
  std::size_t from = 0;
  for_rows(lists.size(), in_order(runtime), [&](std::size_t i) {
    for (; from < lists.begin[i + 1]; ++from) {
      Neighbor neighbor = lists.neighbors[from];
      neighbor.sq_dist /= bandwidth[i] * bandwidth[neighbor.point];
      if (neighbor.sq_dist <= largest) lists.neighbors[to++] = neighbor;
    }
    lists.begin[i + 1] = to;
  });
  lists.neighbors.resize(to);
}

// Returns the edges of a heat-kernel graph: lists by row, symmetric, in order of row; `sq_dist`
// holds the exponent e_ij = |x_i - x_j|^2 / (h_i h_j), so that the weight is exp(-e_ij).
//   listed  lists of the k nearest by position, where they are known; null: they are searched
inline Adjacency heat_graph(const PointIndex& index, const LocalScale& scale,
                            const HeatGraphOptions& options, const Runtime& runtime,
                            const Adjacency* listed = nullptr) {
  const std::vector<double>& h = scale.bandwidth;
  const bool constant = std::adjacent_find(h.begin(), h.end(), std::not_equal_to<>()) == h.end();
  Adjacency edges;
  if (options.within_radius) {
    std::vector<double> sq_radius;
    for (const double bandwidth : h) {
      const double radius = options.cutoff * bandwidth;
      sq_radius.push_back(radius * radius);
    }
    edges = radius_neighbors(index, sq_radius, options.most, runtime);
    scale_and_cut(edges, h, options.cutoff, runtime);
  }
  Adjacency nearest{std::vector<std::size_t>(index.size() + 1, 0), {}};
  if (options.k > 0) {
    const Adjacency found =
        listed == nullptr ? nearest_neighbors(index, options.k, Ties::all, runtime, options.most)
                          : Adjacency();
    nearest = symmetric(listed == nullptr ? found : *listed, options.symmetry, options.self_loops,
                        runtime);
    scale_and_cut(nearest, h,
                  options.within_radius ? std::numeric_limits<double>::infinity() : options.cutoff,
                  runtime);
  }
  if (!options.within_radius) {
    edges = std::move(nearest);
  } else if (!constant) {
    if (options.k > 0) edges = joined(edges, nearest, runtime);
    edges = symmetric(edges, Symmetry::either, options.self_loops, runtime);
  } else if (options.k > 0 || !options.self_loops) {
    // A constant radius finds each edge from both ends.
    edges = united(edges, nearest, options.self_loops, runtime);
  }
  if (edges.neighbors.size() > options.most) throw TooManyNeighbors("heat_graph");
  return in_row_order(index, edges, runtime);
}

}  // namespace lapscale

#endif
