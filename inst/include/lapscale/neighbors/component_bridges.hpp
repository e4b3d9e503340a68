#ifndef LAPSCALE_NEIGHBORS_COMPONENT_BRIDGES_HPP
#define LAPSCALE_NEIGHBORS_COMPONENT_BRIDGES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// An edge between two rows, a < b, of squared length sq_dist.
struct Bridge {
  double sq_dist = std::numeric_limits<double>::infinity();
  std::size_t a = 0;
  std::size_t b = 0;

  bool operator<(const Bridge& other) const {
    return std::tie(sq_dist, a, b) < std::tie(other.sq_dist, other.a, other.b);
  }
};

// The shortest edge from each point to a point of another component, by row.
inline std::vector<Bridge> edges_out(const PointIndex& index,
                                     const std::vector<std::size_t>& membership,
                                     const Runtime& runtime) {
  std::vector<Bridge> out(index.size());
  for_blocks(runtime, index.tree().n_leaves(), [&](std::size_t leaf) {
    PairPass pass(index, runtime);
    pass.select_leaves(index.tree().leaf_box(leaf), std::numeric_limits<double>::infinity());
    for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
      pass.run(position,
               [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                 const std::size_t row = index.row_of(position[q]);
                 for (std::size_t i = 0; i < count && first + i < index.size(); ++i) {
                   if (sq_dist[i] > out[row].sq_dist) continue;
                   const std::size_t other = index.row_of(first + i);
                   if (membership[other] == membership[row]) continue;
                   out[row] = std::min(
                       out[row], Bridge{sq_dist[i], std::min(row, other), std::max(row, other)});
                 }
               });
    });
  });
  return out;
}

// The shortest edges that make one component of several: a minimum spanning tree of the components
// (Boruvka 1926). Ties go to the lower rows.
//   membership  length n, by row
inline std::vector<Bridge> component_bridges(const PointIndex& index,
                                             std::vector<std::size_t> membership,
                                             const Runtime& runtime) {
  std::vector<Bridge> bridges;
  const std::size_t n_labels = *std::max_element(membership.begin(), membership.end()) + 1;
  for (;;) {
    const std::vector<Bridge> out = edges_out(index, membership, runtime);
    std::vector<Bridge> shortest(n_labels);
    for (std::size_t row = 0; row < index.size(); ++row) {
      shortest[membership[row]] = std::min(shortest[membership[row]], out[row]);
    }
    bool joined = false;
    for (const Bridge& bridge : shortest) {
      const std::size_t from = membership[bridge.a];
      const std::size_t to = membership[bridge.b];
      if (!std::isfinite(bridge.sq_dist) || from == to) continue;
      std::replace(membership.begin(), membership.end(), from, to);
      bridges.push_back(bridge);
      joined = true;
    }
    if (!joined) return bridges;
  }
}

}  // namespace lapscale

#endif
