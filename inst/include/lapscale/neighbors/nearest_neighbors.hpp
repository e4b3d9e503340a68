#ifndef LAPSCALE_NEIGHBORS_NEAREST_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_NEAREST_NEIGHBORS_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The k nearest of the points seen so far, ties by row. Keeps a few more than k and sorts them out
// when they are many.
class NearestList {
 public:
  NearestList(const PointIndex& index, std::size_t k) : index_(index), k_(k) {}

  void start() {
    found_.clear();
    bound_ = std::numeric_limits<double>::infinity();
  }

  void add(std::size_t position, double sq_dist) {
    if (sq_dist > bound_) return;
    found_.push_back({static_cast<std::uint32_t>(position), sq_dist});
    if (found_.size() >= 4 * k_ + 32) shrink();
  }

  // Squared distance of the k-th nearest so far: nothing farther can matter.
  double bound() {
    if (found_.size() > k_) shrink();
    return bound_;
  }

  // The k nearest, nearest first.
  const std::vector<Neighbor>& finish() {
    if (found_.size() > k_) shrink();
    std::sort(found_.begin(), found_.end(), nearer());
    return found_;
  }

 private:
  struct Nearer {
    const PointIndex& index;
    bool operator()(const Neighbor& a, const Neighbor& b) const {
      if (a.sq_dist < b.sq_dist) return true;
      return !(b.sq_dist < a.sq_dist) && index.row_of(a.point) < index.row_of(b.point);
    }
  };
  Nearer nearer() const { return {index_}; }

  void shrink() {
    const Span<Neighbor> all(found_);
    Neighbor* const kth = all.begin() + (k_ - 1);
    std::nth_element(all.begin(), kth, all.end(), nearer());
    bound_ = kth->sq_dist;
    found_.resize(k_);
  }

  const PointIndex& index_;
  std::size_t k_;
  double bound_ = 0;
  std::vector<Neighbor> found_;
};

// The k nearest neighbours of every point, itself left out: lists by position, nearest first, ties
// by row. Exact. The points that stand beside a leaf in the tree give a bound on the distance of
// the k-th; the leaves within that bound are searched.
//   part  the leaves whose points are wanted; others have empty lists
inline Adjacency nearest_neighbors(const PointIndex& index, std::size_t k, const Runtime& runtime,
                                   LeafRun part = {0, std::size_t(-1)}) {
  const std::size_t n = index.size();
  if (k < 1 || k >= n) throw std::invalid_argument("nearest_neighbors: k must be in [1, n)");
  Adjacency lists;
  const std::size_t n_leaves = index.tree().n_leaves();
  part.end = std::min(part.end, n_leaves);
  const std::size_t first_point = std::min(n, part.begin * leaf_size);
  const std::size_t last_point = std::min(n, part.end * leaf_size);
  for (std::size_t i = 0; i <= n; ++i) {
    lists.begin.push_back(k * (std::clamp(i, first_point, last_point) - first_point));
  }
  lists.neighbors.resize(lists.begin.back());
  for_blocks(runtime, part.end - part.begin, [&](std::size_t block) {
    const std::size_t leaf = part.begin + block;
    PairPass pass(index, runtime);
    std::vector<NearestList> nearest(block_width, NearestList(index, k));
    // Leaves beside this one that hold more than k points.
    const std::size_t beside = k / leaf_size + 1;
    const std::size_t first_leaf = leaf > beside ? leaf - beside : 0;
    const LeafRun around{first_leaf, std::min(n_leaves, leaf + beside + 1)};
    for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
      for (NearestList& list : nearest) list.start();
      const auto visit = [&](std::size_t q, std::size_t first, const double* sq_dist,
                             std::size_t count) {
        for (std::size_t i = 0; i < count && first + i < n; ++i) {
          if (first + i != position[q]) nearest[q].add(first + i, sq_dist[i]);
        }
      };
      pass.select_leaves(around);
      pass.run(position, visit);
      double bound = 0;
      for (std::size_t q = 0; q < position.size(); ++q) {
        bound = std::max(bound, nearest[q].bound());
      }
      pass.select_leaves(index.tree().leaf_box(leaf), bound);
      pass.leave_out(around);
      pass.run(position, visit);
      for (std::size_t q = 0; q < position.size(); ++q) {
        const std::vector<Neighbor>& found = nearest[q].finish();
        std::copy(found.begin(), found.end(), lists.neighbors.data() + lists.begin[position[q]]);
      }
    });
  });
  return lists;
}

}  // namespace lapscale

#endif
