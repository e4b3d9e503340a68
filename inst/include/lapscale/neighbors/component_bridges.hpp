#ifndef LAPSCALE_NEIGHBORS_COMPONENT_BRIDGES_HPP
#define LAPSCALE_NEIGHBORS_COMPONENT_BRIDGES_HPP

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// An edge between two rows, a < b, of squared length sq_dist.
struct Bridge {
  double sq_dist = 0;
  std::size_t a = 0;
  std::size_t b = 0;

  bool operator<(const Bridge& other) const {
    return std::tie(sq_dist, a, b) < std::tie(other.sq_dist, other.a, other.b);
  }
};

// Visits pairs of points of different components: visit(row, other, sq_dist), from any thread,
// those of one row from one at a time. All pairs within sq_radius of the row come, others may.
//   sq_radius  length n, by row; may fall meanwhile
template <class Visit>
void for_pairs_out(const PointIndex& index, const std::vector<std::size_t>& membership,
                   const std::vector<double>& sq_radius, const Runtime& runtime,
                   const Visit& visit) {
  for_blocks(runtime, index.tree().n_leaves(), [&](std::size_t leaf) {
    PairPass pass(index, runtime);
    for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
      double largest = -1;
      for (const std::size_t at : position) {
        largest = std::max(largest, sq_radius[index.row_of(at)]);
      }
      if (largest < 0) return;
      pass.select_leaves(index.tree().leaf_box(leaf), largest);
      pass.run(position,
               [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                 const std::size_t row = index.row_of(position[q]);
                 for (std::size_t i = 0; i < count && first + i < index.size(); ++i) {
                   if (sq_dist[i] > sq_radius[row]) continue;
                   const std::size_t other = index.row_of(first + i);
                   if (membership[other] != membership[row]) visit(row, other, sq_dist[i]);
                 }
               });
    });
  });
}

// The shortest edges out of each component, all of those that are equal: in order, each once.
//   most  throws TooManyNeighbors beyond this many
inline std::vector<Bridge> shortest_edges_out(const PointIndex& index,
                                              const std::vector<std::size_t>& membership,
                                              std::size_t n_labels, std::size_t most,
                                              const Runtime& runtime) {
  const std::size_t n = index.size();
  std::vector<double> nearest(n, std::numeric_limits<double>::infinity());
  for_pairs_out(index, membership, nearest, runtime,
                [&](std::size_t row, std::size_t, double sq_dist) { nearest[row] = sq_dist; });
  std::vector<double> shortest(n_labels, std::numeric_limits<double>::infinity());
  for (std::size_t row = 0; row < n; ++row) {
    shortest[membership[row]] = std::min(shortest[membership[row]], nearest[row]);
  }
  std::vector<double> sq_radius(n, -1.0);
  for (std::size_t row = 0; row < n; ++row) {
    const double limit = largest_equal(shortest[membership[row]]);
    if (std::isfinite(limit) && nearest[row] <= limit) sq_radius[row] = limit;
  }
  std::vector<std::vector<Bridge>> found(n);
  std::atomic<std::size_t> total{0};
  for_pairs_out(index, membership, sq_radius, runtime,
                [&](std::size_t row, std::size_t other, double sq_dist) {
                  found[row].push_back({sq_dist, std::min(row, other), std::max(row, other)});
                  if (++total > most) throw TooManyNeighbors("component_bridges");
                });
  std::vector<Bridge> all;
  for (const std::vector<Bridge>& own : found) all.insert(all.end(), own.begin(), own.end());
  std::sort(all.begin(), all.end());
  const auto same = [](const Bridge& x, const Bridge& y) { return x.a == y.a && x.b == y.b; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

// Returns the shortest edges that make one component of several: the edges of all minimum spanning
// trees of the components, one tree where no two edges are equal (Boruvka 1926).
//   membership  length n, by row
//   most        throws TooManyNeighbors beyond this many in one round
inline std::vector<Bridge> component_bridges(const PointIndex& index,
                                             std::vector<std::size_t> membership,
                                             const Runtime& runtime,
                                             std::size_t most = std::size_t(-1)) {
  std::vector<Bridge> bridges;
  const std::size_t n_labels = *std::max_element(membership.begin(), membership.end()) + 1;
  for (;;) {
    const std::vector<Bridge> out = shortest_edges_out(index, membership, n_labels, most, runtime);
    if (out.empty()) return bridges;
    bridges.insert(bridges.end(), out.begin(), out.end());
    for (const Bridge& bridge : out) {
      const std::size_t from = membership[bridge.a];
      const std::size_t to = membership[bridge.b];
      if (from != to) std::replace(membership.begin(), membership.end(), from, to);
    }
  }
}

}  // namespace lapscale

#endif
