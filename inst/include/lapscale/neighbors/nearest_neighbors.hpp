#ifndef LAPSCALE_NEIGHBORS_NEAREST_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_NEAREST_NEIGHBORS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/growing_lists.hpp"
#include "lapscale/neighbors/listed_distances.hpp"
#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/distance_error.hpp"
#include "lapscale/points/float_panels.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/points/rotated_points.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/function_ref.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Tells whether all of a panel's squared distances exceed a limit.
inline bool all_exceed(const double* sq_dist, double limit) {
  int within = 0;
  for (std::size_t i = 0; i < panel_width; ++i) within |= static_cast<int>(sq_dist[i] <= limit);
  return within == 0;
}

// Adds the pairs of a pass to the lists of its queries, which are no neighbors of themselves.
//   n  points
template <class Lists>
void add_pairs(PairPass& pass, std::size_t n, Span<const std::size_t> query, Lists& lists) {
  pass.run_within(
      query, [&](std::size_t q) { return lists[q].limit(); },
      [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
        auto& list = lists[q];
        for (std::size_t panel = 0; panel < count; panel += panel_width) {
          if (all_exceed(sq_dist + panel, list.limit())) continue;
          for (std::size_t i = panel; i < panel + panel_width; ++i) {
            if (first + i != query[q] && first + i < n) list.add(first + i, sq_dist[i]);
          }
        }
      });
}

// The search for the k nearest neighbors of points, themselves left out. Exact: the points that
// stand beside a leaf in the tree give a bound on the distance of the k-th; the leaves within that
// bound are searched. In many columns the points are searched as floats, and in their principal
// axes where these tell sooner what lies beyond the bound; what may be among the nearest is
// measured in the columns as given.
class NearestSearch {
 public:
  //   min_points  below which the points are searched as they are
  NearestSearch(const PointIndex& index, const Runtime& runtime, std::size_t min_points = 4096)
      : index_(index),
        rotated_(rotated_points(index, runtime, min_points)),
        floats_(float_panels(searched(), runtime, min_points)) {
    if (rotated_) error_ = error_ + rotated_->error;
    if (floats_) error_ = error_ + floats_->error();
  }

  // Returns the points in the tree that is searched: the same rows as in the index.
  const PointIndex& searched() const { return rotated_ ? rotated_->index : index_; }

  // Calls write(row, list) for the points of some leaves of searched(), from any thread, leaf by
  // leaf: positions in the index, k or more with all ties, nearest first, equal ones by row.
  using Write = FunctionRef<void(std::size_t row, const std::vector<Neighbor>& found)>;
  void run(std::size_t k, Ties ties, LeafRun leaves, const Runtime& runtime, Write write) const;

 private:
  // Returns the neighbors of one point, in the columns as given, none of them beyond a distance.
  std::vector<Neighbor> search_within(std::size_t position, double sq_radius, std::size_t k,
                                      Ties ties, const Runtime& runtime) const;

  //   finish  called with a position and its list
  template <class List, class Finish>
  void search(const List& empty, std::size_t k, LeafRun leaves, const Runtime& runtime,
              const Finish& finish) const;

  // Leaves beside one that hold more than k points.
  static LeafRun around(const PointIndex& index, std::size_t leaf, std::size_t k) {
    const std::size_t beside = k / leaf_size + 1;
    const std::size_t first = leaf > beside ? leaf - beside : 0;
    return {first, std::min(index.tree().n_leaves(), leaf + beside + 1)};
  }

  // Above this number of columns all points of a leaf go through a pass together, so that other
  // leaves are read into the cache once.
  static constexpr std::size_t few_columns = 16;

  const PointIndex& index_;
  std::unique_ptr<const RotatedPoints> rotated_;
  std::unique_ptr<const FloatPanels> floats_;
  DistanceError error_;
};

#if LAPSCALE_BODIES

template <class List, class Finish>
void NearestSearch::search(const List& empty, std::size_t k, LeafRun leaves, const Runtime& runtime,
                           const Finish& finish) const {
  const PointIndex& points = searched();
  const std::size_t together = points.dim() > few_columns ? leaf_size : block_width;
  for_blocks(runtime, leaves.end - leaves.begin, [&](std::size_t block) {
    const std::size_t leaf = leaves.begin + block;
    PairPass pass(points, floats_.get(), runtime);
    std::vector<List> nearest(together, empty);
    const LeafRun beside = around(points, leaf, k);
    const auto take = [&](Span<const std::size_t> position) {
      for (List& list : nearest) list.start();
      pass.select_leaves(beside);
      add_pairs(pass, points.size(), position, nearest);
      const Span<List> lists = Span(nearest).part(0, position.size());
      double bound = -1;
      for (List& list : lists) bound = std::max(bound, list.bound());
      if (bound >= 0) {
        pass.select_leaves(points.tree().leaf_box(leaf), bound);
        pass.leave_out(beside);
        add_pairs(pass, points.size(), position, nearest);
      }
      for (std::size_t q = 0; q < position.size(); ++q) finish(position[q], nearest[q]);
    };
    for_leaf_blocks(points, leaf, take, together);
  });
}

LAPSCALE_ONCE std::vector<Neighbor> NearestSearch::search_within(std::size_t position,
                                                                 double sq_radius, std::size_t k,
                                                                 Ties ties,
                                                                 const Runtime& runtime) const {
  std::vector<NearestList> nearest(1, NearestList(index_, k, ties));
  nearest[0].start();
  PairPass pass(index_, runtime);
  const Span<const std::size_t> query(&position, 1);
  const LeafRun beside = around(index_, position / leaf_size, k);
  pass.select_leaves(beside);
  add_pairs(pass, index_.size(), query, nearest);
  const double bound = std::min(sq_radius, nearest[0].bound());
  if (bound >= 0) {
    pass.select_leaves(query, bound);
    pass.leave_out(beside);
    add_pairs(pass, index_.size(), query, nearest);
  }
  return nearest[0].finish();
}

LAPSCALE_ONCE void NearestSearch::run(std::size_t k, Ties ties, LeafRun leaves,
                                      const Runtime& runtime, Write write) const {
  if (k < 1 || k >= index_.size()) {
    throw std::invalid_argument("nearest_neighbors: k must be in [1, n)");
  }
  if (!rotated_ && !floats_) {
    const NearestList empty(index_, k, ties);
    search(empty, k, leaves, runtime, [&](std::size_t position, auto& nearest) {
      write(index_.row_of(position), nearest.finish());
    });
    return;
  }
  const auto widened = [this](double sq_dist) { return largest_equal(error_.widened(sq_dist)); };
  search(CandidateList(k, widened), k, leaves, runtime, [&](std::size_t position, auto& nearest) {
    const std::size_t row = searched().row_of(position);
    std::vector<Neighbor>& found = nearest.finish();
    if (!nearest.complete()) {
      write(row, search_within(index_.position_of(row), nearest.reach(), k, ties, runtime));
      return;
    }
    for (Neighbor& neighbor : found) {
      const std::size_t at = index_.position_of(searched().row_of(neighbor.point));
      neighbor.point = static_cast<std::uint32_t>(at);
    }
    ListedDistances(index_, runtime).sort(index_.position_of(row), found);
    keep_nearest(found, k, ties);
    write(row, found);
  });
}

#endif

// Returns the k nearest neighbors of every point, itself left out, k or more with all ties: lists
// by position, nearest first, equal ones by row. Exact.
//   most  throws TooManyNeighbors beyond this many in all
LAPSCALE_ONCE Adjacency nearest_neighbors(const PointIndex& index, std::size_t k, Ties ties,
                                          const Runtime& runtime, std::size_t most);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Adjacency nearest_neighbors(const PointIndex& index, std::size_t k, Ties ties,
                                          const Runtime& runtime, std::size_t most) {
  const NearestSearch search(index, runtime);
  const PointIndex& searched = search.searched();
  const std::size_t n_leaves = searched.tree().n_leaves();
  GrowingLists lists(index.size(), k, n_leaves, most);
  search.run(k, ties, {0, n_leaves}, runtime,
             [&](std::size_t row, const std::vector<Neighbor>& found) {
               lists.set(index.position_of(row), searched.position_of(row) / leaf_size, found);
             });
  return lists.take(runtime);
}
#endif

// Returns the same without a limit.
inline Adjacency nearest_neighbors(const PointIndex& index, std::size_t k, Ties ties,
                                   const Runtime& runtime) {
  return nearest_neighbors(index, k, ties, runtime, std::size_t(-1));
}

// Returns the squared distances of the points to the k-th nearest of the others, by position.
inline std::vector<double> sq_kth_distances(const PointIndex& points, std::size_t k,
                                            const Runtime& runtime) {
  const Adjacency lists = nearest_neighbors(points, k, Ties::any, runtime);
  std::vector<double> sq_kth;
  sq_kth.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) sq_kth.push_back(lists.of(i)[k - 1].sq_dist);
  return sq_kth;
}

}  // namespace lapscale

#endif
