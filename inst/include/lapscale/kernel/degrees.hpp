#ifndef LAPSCALE_KERNEL_DEGREES_HPP
#define LAPSCALE_KERNEL_DEGREES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degree_table.hpp"
#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/kernel/touched_leaves.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The bins that serve a range of bandwidths. What lies below them counts as 0 with an error below
// 2^-25; what lies above is beyond the cut-off of the largest bandwidth.
inline LogBins bins_for(double smallest, double largest, double cutoff, int bits = 7) {
  const double reach = std::min(cutoff, farthest_cutoff) * largest;
  const double low = std::ldexp(smallest * smallest, -12);
  return {low, std::max(2 * low, 2 * reach * reach), bits};
}

// The leaves that may hold points within `reach` of some queries: whose degrees matter to them.
//   queries   in the frame of the index; may be the index itself
//   position  of the queries that count
inline std::vector<std::size_t> leaves_near(const PointIndex& index, const PointIndex& queries,
                                            const std::vector<std::size_t>& position, double reach,
                                            const Runtime& runtime) {
  TouchedLeaves touched(index, reach, runtime);
  for_blocks(runtime, position.size(), [&](std::size_t i) {
    std::vector<double> at(index.dim());
    queries.for_coordinates(position[i], [&](std::size_t k, double x) { at[k] = x; });
    touched.add(Box{at.data(), at.data()});
  });
  return touched.leaves();
}

// Does the same for all queries, by the boxes of their leaves: perhaps a few leaves more.
inline std::vector<std::size_t> leaves_near(const PointIndex& index, const PointIndex& queries,
                                            double reach, const Runtime& runtime) {
  TouchedLeaves touched(index, reach, runtime);
  for_blocks(runtime, queries.tree().n_leaves(),
             [&](std::size_t from) { touched.add(queries.tree().leaf_box(from)); });
  return touched.leaves();
}

// Degrees t_j(h) = sum_k exp(-|x_j - x_k|^2 / h^2) over the pairs within cutoff * h, the point
// itself among them, one bandwidth after the other: exact, and the reference for the sketches.
//   leaves      those whose points are wanted
//   bandwidths  length g, in the frame's unit
//   returns     g times n values, by position; 0 in the other leaves
inline std::vector<double> direct_degrees(const PointIndex& index,
                                          const std::vector<std::size_t>& leaves,
                                          Span<const double> bandwidths, double cutoff,
                                          const Runtime& runtime) {
  const std::size_t n = index.size();
  const SimdKernels kernels = runtime.kernels();
  const double largest = *std::max_element(bandwidths.begin(), bandwidths.end());
  const double reach = std::min(cutoff, farthest_cutoff) * largest;
  std::vector<double> degree(bandwidths.size() * n, 0.0);
  for_blocks(runtime, leaves.size(), [&](std::size_t at) {
    const std::size_t leaf = leaves[at];
    PairPass pass(index, runtime);
    pass.select_leaves(index.tree().leaf_box(leaf), reach * reach);
    for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
      pass.run(position, [&](std::size_t q, std::size_t, const double* sq_dist, std::size_t count) {
        for (std::size_t g = 0; g < bandwidths.size(); ++g) {
          const double rate = 1 / (bandwidths[g] * bandwidths[g]);
          degree[g * n + position[q]] +=
              kernels.heat_sum(sq_dist, count, rate, cutoff * cutoff / rate);
        }
      });
    });
  });
  return degree;
}

// Returns the same along the edges of a graph: lists by position, each with the point itself.
inline std::vector<double> graph_degrees(const Adjacency& graph, Span<const double> bandwidths,
                                         double cutoff, const Runtime& runtime) {
  const std::size_t n = graph.size();
  std::vector<double> degree(bandwidths.size() * n, 0.0);
  for_rows(n, runtime, [&](std::size_t i) {
    for (std::size_t g = 0; g < bandwidths.size(); ++g) {
      const double rate = 1 / (bandwidths[g] * bandwidths[g]);
      for (const Neighbor& neighbor : graph.of(i)) {
        if (neighbor.sq_dist * rate > cutoff * cutoff) continue;
        degree[g * n + i] += std::exp(-neighbor.sq_dist * rate);
      }
    }
  });
  return degree;
}

// Returns the same degrees for a whole range of bandwidths, by sketches in one pass over the pairs.
//   leaves  those whose points are wanted; the degrees of the others count as 1
//   nodes   increasing, in the frame's unit
inline DegreeTable sketched_degrees(const PointIndex& index, const std::vector<std::size_t>& leaves,
                                    const std::vector<double>& nodes, double cutoff,
                                    const Runtime& runtime) {
  const LogBins bins = bins_for(nodes.front(), nodes.back(), cutoff);
  const SketchCoefficients coefficients(bins, nodes, cutoff);
  const double reach = std::min(cutoff, farthest_cutoff) * nodes.back();
  DegreeTable table(nodes, index.size(), index.folder());
  const SimdKernels kernels = runtime.kernels();
  for_blocks(runtime, leaves.size(), [&](std::size_t at) {
    const std::size_t leaf = leaves[at];
    PairPass pass(index, runtime);
    pass.select_leaves(index.tree().leaf_box(leaf), reach * reach);
    std::vector<SketchBlock> sketch;
    const std::size_t width = queries_together(index);
    for (std::size_t b = 0; b < width / block_width; ++b) sketch.emplace_back(bins, 1);
    const auto sketch_points = [&](Span<const std::size_t> position) {
      pass.run(position, [&](std::size_t q, std::size_t, const double* sq_dist, std::size_t count) {
        sketch[q / block_width].add(q % block_width, sq_dist, count);
      });
      for (std::size_t first = 0; first < position.size(); first += block_width) {
        SketchBlock& block = sketch[first / block_width];
        const Span<const std::size_t> own =
            position.part(first, std::min(first + block_width, position.size()));
        block.sums(coefficients, 0, kernels, own.size(),
                   [&](std::size_t q, std::size_t g, double sum) { table.set(g, own[q], sum); });
        block.clear();
      }
    };
    for_leaf_blocks(index, leaf, sketch_points, width);
    table.was_set(leaf_size);
  });
  return table;
}

}  // namespace lapscale

#endif
