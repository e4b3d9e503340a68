#ifndef LAPSCALE_NEIGHBORS_LINKAGE_HEIGHT_HPP
#define LAPSCALE_NEIGHBORS_LINKAGE_HEIGHT_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/component_bridges.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Clusters that are joined two at a time, with the masses of their points.
class JoinedClusters {
 public:
  explicit JoinedClusters(std::vector<double> mass)
      : parent_(mass.size()), mass_(std::move(mass)) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    largest_ = mass_.empty() ? 0 : *std::max_element(mass_.begin(), mass_.end());
  }

  std::size_t root(std::size_t row) {
    while (parent_[row] != row) row = parent_[row] = parent_[parent_[row]];
    return row;
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (mass_[a] < mass_[b]) std::swap(a, b);
    parent_[b] = a;
    mass_[a] += mass_[b];
    largest_ = std::max(largest_, mass_[a]);
  }

  double largest() const { return largest_; }

 private:
  std::vector<std::size_t> parent_;
  std::vector<double> mass_;  // at roots
  double largest_;
};

// The heights of single linkage at which the largest cluster holds these shares of the mass: the
// shortest lengths such that edges up to them hold that much together. Edges are those of the few
// nearest neighbors of each point and the shortest ones between the components of these, a part of
// all: a height may be a little too large.
//   mass    of the points, by row
//   shares  increasing
inline std::vector<double> linkage_heights(const PointIndex& index, Span<const double> mass,
                                           const std::vector<double>& shares,
                                           const Runtime& runtime) {
  constexpr std::size_t few = 8;
  const std::size_t n = index.size();
  const std::vector<double> by_row(mass.begin(), mass.end());
  const double total = std::accumulate(by_row.begin(), by_row.end(), 0.0) *
                       (1 - static_cast<double>(n) * std::numeric_limits<double>::epsilon());
  std::vector<double> heights;
  const auto take = [&](const JoinedClusters& clusters, double height) {
    while (heights.size() < shares.size() &&
           clusters.largest() >= shares[heights.size()] * total) {
      heights.push_back(height);
    }
  };
  JoinedClusters clusters(by_row);
  take(clusters, 0);
  if (heights.size() == shares.size() || n < 2) return heights;
  std::vector<Bridge> edges;
  {
    const Adjacency lists = nearest_neighbors(index, std::min(few, n - 1), Ties::any, runtime);
    edges.reserve(lists.neighbors.size());
    for (std::size_t i = 0; i < n; ++i) {
      for (const Neighbor& neighbor : lists.of(i)) {
        edges.push_back({neighbor.sq_dist, index.row_of(i), index.row_of(neighbor.point)});
      }
    }
  }
  std::vector<std::size_t> membership(n);
  for (const Bridge& edge : edges) clusters.join(edge.a, edge.b);
  std::vector<std::size_t> label(n, n);
  std::size_t n_labels = 0;
  for (std::size_t row = 0; row < n; ++row) {
    std::size_t& own = label[clusters.root(row)];
    if (own == n) own = n_labels++;
    membership[row] = own;
  }
  if (clusters.largest() < shares.back() * total) {
    const std::vector<Bridge> bridges = component_bridges(index, membership, runtime);
    edges.insert(edges.end(), bridges.begin(), bridges.end());
  }
  std::sort(edges.begin(), edges.end());
  clusters = JoinedClusters(by_row);
  for (const Bridge& edge : edges) {
    clusters.join(edge.a, edge.b);
    take(clusters, std::sqrt(edge.sq_dist));
    if (heights.size() == shares.size()) break;
  }
  return heights;
}

}  // namespace lapscale

#endif
