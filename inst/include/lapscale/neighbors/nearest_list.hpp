#ifndef LAPSCALE_NEIGHBORS_NEAREST_LIST_HPP
#define LAPSCALE_NEIGHBORS_NEAREST_LIST_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// By distance, ties by row.
struct Nearer {
  const PointIndex& index;
  bool operator()(const Neighbor& a, const Neighbor& b) const {
    if (a.sq_dist < b.sq_dist) return true;
    return !(b.sq_dist < a.sq_dist) && index.row_of(a.point) < index.row_of(b.point);
  }
};

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

  // The same, when it was last looked at.
  double limit() const { return bound_; }

  // Whether k neighbours so far are at no distance: of others at none, rows decide.
  bool is_tied() { return bound() == 0; }

  // The k-th row then.
  std::size_t last_row() {
    bound();
    return index_.row_of(found_[k_ - 1].point);
  }

  // Nothing is added any more.
  void close() {
    bound();
    bound_ = -1;
  }

  // The k nearest, nearest first.
  const std::vector<Neighbor>& finish() {
    if (found_.size() > k_) shrink();
    std::sort(found_.begin(), found_.end(), Nearer{index_});
    return found_;
  }

 private:
  void shrink() {
    const Span<Neighbor> all(found_);
    Neighbor* const kth = all.begin() + (k_ - 1);
    std::nth_element(all.begin(), kth, all.end(), Nearer{index_});
    bound_ = kth->sq_dist;
    found_.resize(k_);
  }

  const PointIndex& index_;
  std::size_t k_;
  double bound_ = 0;
  std::vector<Neighbor> found_;
};

// All that may be among the k nearest of the points seen so far where squared distances are off by
// a little: nothing beyond widened(s) can be nearer than a point that is at s. Of too many to be
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
    is_tied_ = false;
  }

  void add(std::size_t position, double sq_dist) {
    if (sq_dist > limit_) return;
    found_.push_back({static_cast<std::uint32_t>(position), sq_dist});
    if (found_.size() >= room_) shrink();
  }

  // Squared distance beyond which nothing matters.
  double bound() {
    if (found_.size() > k_) shrink();
    return limit_;
  }
  double limit() const { return limit_; }

  // The same at the end, also of a list that was given up.
  double reach() const { return reach_; }

  // Whether k neighbours so far are at no distance.
  bool is_tied() {
    bound();
    return is_tied_;
  }

  // Nothing is added any more, and the candidates are not complete.
  void give_up() {
    found_.clear();
    limit_ = -1;
    complete_ = false;
    is_tied_ = false;
  }

  // All candidates, in no order, unless they were too many.
  std::vector<Neighbor>& finish() {
    bound();
    return found_;
  }
  bool complete() const { return complete_; }

 private:
  void shrink() {
    const Span<Neighbor> all(found_);
    Neighbor* const kth = all.begin() + (k_ - 1);
    std::nth_element(all.begin(), kth, all.end(),
                     [](const Neighbor& a, const Neighbor& b) { return a.sq_dist < b.sq_dist; });
    is_tied_ = kth->sq_dist == 0;
    limit_ = reach_ = widened_(kth->sq_dist);
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
  bool is_tied_ = false;
  std::vector<Neighbor> found_;
};

}  // namespace lapscale

#endif
