#ifndef LAPSCALE_NEIGHBORS_TIED_NEIGHBORS_HPP
#define LAPSCALE_NEIGHBORS_TIED_NEIGHBORS_HPP

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/box.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Whether all of a panel's squared distances exceed a limit.
inline bool all_exceed(const double* sq_dist, double limit) {
  int within = 0;
  for (std::size_t i = 0; i < panel_width; ++i) within |= static_cast<int>(sq_dist[i] <= limit);
  return within == 0;
}

// Adds the pairs of a pass to the lists of its queries, which are no neighbours of themselves.
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

// The nearest neighbours of points that coincide with more than k others: those of the lowest rows.
// Leaves are looked at by their lowest row, until that is above the k-th, so that it takes no look
// at all that coincide.
class TiedNeighbors {
 public:
  explicit TiedNeighbors(const PointIndex& index) : index_(index) {
    const std::vector<KdTree::Node>& nodes = index.tree().nodes();
    lowest_.resize(nodes.size(), index.size());
    // Children stand behind their parents.
    for (std::size_t at = nodes.size(); at-- > 0;) {
      const KdTree::Node& node = nodes[at];
      if (node.child != 0) {
        lowest_[at] = std::min(lowest_[node.child], lowest_[node.child + 1]);
        continue;
      }
      const std::size_t end = std::min(node.end * leaf_size, index.size());
      for (std::size_t i = node.begin * leaf_size; i < end; ++i) {
        lowest_[at] = std::min(lowest_[at], index.row_of(i));
      }
    }
  }

  // Completes and closes those lists that are tied.
  //   query  positions, all of one leaf
  //   seen   leaves whose points are in the lists
  void complete(PairPass& pass, Span<const std::size_t> query, const LeafRun& seen,
                Span<NearestList> lists) const;

 private:
  struct Pointed {
    const std::vector<NearestList*>& lists;
    NearestList& operator[](std::size_t q) const { return *lists[q]; }
  };

  const PointIndex& index_;
  std::vector<std::size_t> lowest_;  // row of each node
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE void TiedNeighbors::complete(PairPass& pass, Span<const std::size_t> query,
                                           const LeafRun& seen, Span<NearestList> lists) const {
  std::vector<NearestList*> tied;
  std::vector<std::size_t> position;
  for (std::size_t q = 0; q < query.size(); ++q) {
    if (!lists[q].is_tied()) continue;
    tied.push_back(&lists[q]);
    position.push_back(query[q]);
  }
  // A list has no need of rows above its own last one, but the others have.
  const auto last_row = [&] {
    std::size_t last = 0;
    for (NearestList* list : tied) last = std::max(last, list->last_row());
    return last;
  };
  const Pointed own{tied};
  using Place = std::pair<std::size_t, std::size_t>;  // lowest row, node
  std::priority_queue<Place, std::vector<Place>, std::greater<>> next;
  const KdTree& tree = index_.tree();
  const AnyBox around = tree.leaf_box(query[0] / leaf_size);
  next.emplace(lowest_[0], 0);
  while (!next.empty() && next.top().first <= last_row()) {
    const std::size_t at = next.top().second;
    next.pop();
    if (!boxes_meet(around, tree.box(at), index_.dim())) continue;
    const KdTree::Node& node = tree.nodes()[at];
    if (node.child != 0) {
      next.emplace(lowest_[node.child], node.child);
      next.emplace(lowest_[node.child + 1], node.child + 1);
    } else if (node.begin < seen.begin || node.begin >= seen.end) {
      pass.select_leaves(LeafRun{node.begin, node.end});
      add_pairs(pass, index_.size(), {position.data(), position.size()}, own);
    }
  }
  for (NearestList* list : tied) list->close();
}

#endif

}  // namespace lapscale

#endif
