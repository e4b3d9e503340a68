#ifndef LAPSCALE_NEIGHBORS_ADJACENCY_HPP
#define LAPSCALE_NEIGHBORS_ADJACENCY_HPP

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A point and its squared distance from some other point.
struct Neighbor {
  std::uint32_t point;
  double sq_dist;
};

// Lists of neighbors, one per point, in one array.
struct Adjacency {
  std::vector<std::size_t> begin;   // length n + 1
  std::vector<Neighbor> neighbors;  // list of point i: [begin[i], begin[i + 1])

  std::size_t size() const { return begin.size() - 1; }
  Span<const Neighbor> of(std::size_t i) const {
    return {neighbors.data() + begin[i], begin[i + 1] - begin[i]};
  }
};

// More neighbors were found than the caller has room for.
class TooManyNeighbors : public std::length_error {
 public:
  using std::length_error::length_error;
};

// Who the neighbors of a position are: the listed ones, or, without a graph, all points within
// the radius; the point itself always among them. One object per thread.
class NeighborSearch {
 public:
  // graph  lists by position, may be null
  NeighborSearch(const PointIndex& index, const Adjacency* graph, const Runtime& runtime)
      : index_(index), graph_(graph), pass_(index, runtime) {}

  // The neighbors of one position within sqrt(sq_radius), in order of position.
  void find(std::size_t position, double sq_radius, std::vector<Neighbor>& found) {
    found.clear();
    if (graph_ != nullptr) {
      for (const Neighbor& neighbor : graph_->of(position)) {
        if (neighbor.sq_dist <= sq_radius) found.push_back(neighbor);
      }
      return;
    }
    const Span<const std::size_t> query(&position, 1);
    pass_.select_leaves(query, sq_radius);
    pass_.run(query, [&](std::size_t, std::size_t first, const double* sq_dist, std::size_t count) {
      for (std::size_t i = 0; i < count && first + i < index_.size(); ++i) {
        if (sq_dist[i] <= sq_radius) {
          found.push_back({static_cast<std::uint32_t>(first + i), sq_dist[i]});
        }
      }
    });
  }

 private:
  const PointIndex& index_;
  const Adjacency* graph_;
  PairPass pass_;
};

}  // namespace lapscale

#endif
