#ifndef LAPSCALE_NEIGHBORS_NEAREST_LIST_HPP
#define LAPSCALE_NEIGHBORS_NEAREST_LIST_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

inline bool is_nearer(const Neighbor& a, const Neighbor& b) {
  return a.sq_dist < b.sq_dist;
}

// Orders by distance, and by row at the same distance.
struct Nearer {
  const PointIndex& index;
  bool operator()(const Neighbor& a, const Neighbor& b) const {
    if (is_nearer(a, b)) return true;
    return !is_nearer(b, a) && index.row_of(a.point) < index.row_of(b.point);
  }
};

// Distances are equal if they differ by no more than this share: rounding tells no points apart
// that a lattice, turned or not, has at the same distance.
constexpr double equal_distances = 1e-10;

// Returns the largest squared distance that is equal to this one.
inline double largest_equal(double sq_dist) {
  return sq_dist * (1 + 2 * equal_distances);
}

// Which points at the distance of the k-th nearest are neighbors. All of them, so that the
// neighbors do not depend on the order of the points; or any of them, k in all, if only distances
// are wanted.
enum class Ties { all, any };

// Drops those that are no neighbors from a list in order of distance.
inline void keep_nearest(std::vector<Neighbor>& list, std::size_t k, Ties ties) {
  const double limit = largest_equal(list[k - 1].sq_dist);
  std::size_t size = k;
  while (ties == Ties::all && size < list.size() && list[size].sq_dist <= limit) ++size;
  list.resize(size);
}

// The k nearest of the points seen so far. Keeps a few more and sorts them out when they are many.
class NearestList {
 public:
  NearestList(const PointIndex& index, std::size_t k, Ties ties)
      : index_(index), k_(k), ties_(ties) {}

  void start() {
    found_.clear();
    limit_ = std::numeric_limits<double>::infinity();
    room_ = 4 * k_ + 32;
  }

  void add(std::size_t position, double sq_dist) {
    if (sq_dist > limit_) return;
    found_.push_back({static_cast<std::uint32_t>(position), sq_dist});
    if (found_.size() >= room_) shrink();
  }

  // Returns the squared distance beyond which nothing matters; negative: nothing at all.
  double bound() {
    if (found_.size() > k_) shrink();
    return limit_;
  }

  // Returns the same, when it was last looked at.
  double limit() const { return limit_; }

  // Returns the k nearest, nearest first, equal ones by row.
  const std::vector<Neighbor>& finish() {
    bound();
    std::sort(found_.begin(), found_.end(), Nearer{index_});
    return found_;
  }

 private:
  void shrink() {
    const Span<Neighbor> all(found_);
    Neighbor* const kth = all.begin() + (k_ - 1);
    std::nth_element(all.begin(), kth, all.end(), is_nearer);
    Neighbor* end = kth + 1;
    if (ties_ == Ties::all) {
      limit_ = largest_equal(kth->sq_dist);
      end = std::partition(end, all.end(),
                           [this](const Neighbor& neighbor) { return neighbor.sq_dist <= limit_; });
    } else {
      limit_ = std::nextafter(kth->sq_dist, -1.0);
    }
    found_.resize(static_cast<std::size_t>(end - all.begin()));
    room_ = 2 * found_.size() + 2 * k_ + 32;
  }

  const PointIndex& index_;
  std::size_t k_;
  Ties ties_;
  std::size_t room_ = 0;
  double limit_ = 0;
  std::vector<Neighbor> found_;
};

// All that may be among the k nearest of the points seen so far where squared distances are off by
// a little: nothing beyond widened(s) can be as near as a point that is at s. Of too many to be
// kept, as where most points coincide, only the limit is.
template <class Widened>
class CandidateList {
 public:
  CandidateList(std::size_t k, const Widened& widened) : k_(k), widened_(widened) {}

  void start() {
    found_.clear();
    limit_ = std::numeric_limits<double>::infinity();
    room_ = 4 * k_ + 32;
    complete_ = true;
  }

  void add(std::size_t position, double sq_dist) {
    if (sq_dist > limit_) return;
    found_.push_back({static_cast<std::uint32_t>(position), sq_dist});
    if (found_.size() >= room_) shrink();
  }

  // Returns the squared distance beyond which nothing matters; negative: nothing at all.
  double bound() {
    if (found_.size() > k_) shrink();
    return limit_;
  }
  double limit() const { return limit_; }

  // Does the same at the end, also of a list that was given up.
  double reach() const { return reach_; }

  // Returns all candidates, in no order, unless they were too many.
  std::vector<Neighbor>& finish() {
    bound();
    return found_;
  }
  bool complete() const { return complete_; }

 private:
  void shrink() {
    const Span<Neighbor> all(found_);
    Neighbor* const kth = all.begin() + (k_ - 1);
    std::nth_element(all.begin(), kth, all.end(), is_nearer);
    limit_ = reach_ = widened_(kth->sq_dist);
    if (!(kth->sq_dist > 0)) {
      // Points that coincide are mostly many.
      found_.clear();
      limit_ = -1;
      complete_ = false;
      return;
    }
    const Neighbor* const end = std::partition(
        kth, all.end(), [&](const Neighbor& neighbor) { return neighbor.sq_dist <= limit_; });
    found_.resize(static_cast<std::size_t>(end - all.begin()));
    if (found_.size() > 8 * k_ + 64) {
      found_.resize(k_);
      complete_ = false;
    }
    room_ = 2 * found_.size() + 2 * k_ + 32;
  }

  std::size_t k_;
  Widened widened_;
  std::size_t room_ = 0;
  double limit_ = 0;
  double reach_ = 0;
  bool complete_ = true;
  std::vector<Neighbor> found_;
};

}  // namespace lapscale

#endif
