#ifndef LAPSCALE_POINTS_PAIR_PASS_HPP
#define LAPSCALE_POINTS_PAIR_PASS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A pass over the pairs (query, point) within a radius, for queries that lie near each other. One
// object per thread; it owns the scratch memory.
class PairPass {
 public:
  PairPass(const PointIndex& index, const Runtime& runtime) : PairPass(index, index, runtime) {}

  // Queries from another set of points, in the same frame.
  PairPass(const PointIndex& index, const PointIndex& queries, const Runtime& runtime)
      : index_(index),
        queries_(queries),
        kernels_(runtime.kernels()),
        chunk_leaves_(std::clamp<std::size_t>(max_chunk_doubles / (leaf_size * index.dim()), 1,
                                              max_chunk_leaves)),
        block_(block_width * index.dim()),
        sq_dist_(block_width * chunk_leaves_ * leaf_size) {}

  // Finds the leaves near a box; the queries of the following calls lie in it.
  void select_leaves(const Box& box, double sq_radius) {
    index_.tree().near(box, sq_radius, runs_, stack_);
  }

  // The same for the smallest box that holds these queries, 1 or more.
  void select_leaves(Span<const std::size_t> query, double sq_radius) {
    const std::size_t dim = index_.dim();
    corners_.resize(2 * dim);
    for (std::size_t k = 0; k < dim; ++k) {
      corners_[k] = corners_[dim + k] = queries_.coordinate(query[0], k);
      for (const std::size_t position : query) {
        corners_[k] = std::min(corners_[k], queries_.coordinate(position, k));
        corners_[dim + k] = std::max(corners_[dim + k], queries_.coordinate(position, k));
      }
    }
    select_leaves(Box{corners_.data(), corners_.data() + dim}, sq_radius);
  }

  // Takes these leaves instead.
  void select_leaves(const LeafRun& run) { runs_.assign(1, run); }

  // Drops leaves that were visited before.
  void leave_out(const LeafRun& seen) {
    std::vector<LeafRun> kept;
    for (const LeafRun& run : runs_) {
      const LeafRun before{run.begin, std::min(run.end, seen.begin)};
      const LeafRun after{std::max(run.begin, seen.end), run.end};
      if (before.begin < before.end) kept.push_back(before);
      if (after.begin < after.end) kept.push_back(after);
    }
    runs_ = kept;
  }

  // Calls sink(q, position, sq_dist, count) with the squared distances of query q to the `count`
  // points from `position` on (count a multiple of panel_width; +Inf past the last point). Each
  // point within the radius comes exactly once, in order of position; farther ones may come too.
  //   query  positions among the queries, 1 or more
  template <class Sink>
  void run(Span<const std::size_t> query, const Sink& sink) {
    run_blocks(query, [&](std::size_t first, std::size_t width, std::size_t position,
                          const double* sq_dist, std::size_t count) {
      for (std::size_t q = 0; q < width; ++q) {
        sink(first + q, position, sq_dist + q * count, count);
      }
    });
  }

  // The same for up to block_width queries at once: sink(position, sq_dist, count), sq_dist
  // block_width x count by query, to be written over; places past the last query repeat the first.
  template <class Sink>
  void run_together(Span<const std::size_t> query, const Sink& sink) {
    run_blocks(query, [&](std::size_t, std::size_t, std::size_t position, double* sq_dist,
                          std::size_t count) { sink(position, sq_dist, count); });
  }

 private:
  // Calls visit(first, width, position, sq_dist, count) for the blocks of queries and the points in
  // turn: a chunk of leaves for all queries before the next.
  template <class Visit>
  void run_blocks(Span<const std::size_t> query, const Visit& visit) {
    const std::size_t n_blocks = (query.size() + block_width - 1) / block_width;
    const std::size_t block_size = block_width * index_.dim();
    const auto width = [&](std::size_t b) {
      return std::min(block_width, query.size() - b * block_width);
    };
    block_.reserve(n_blocks * block_size);
    for (std::size_t b = 0; b < n_blocks; ++b) {
      queries_.pack_block(query.data() + b * block_width, width(b), block_.data() + b * block_size);
    }
    for (const LeafRun& run : runs_) {
      for (std::size_t leaf = run.begin; leaf < run.end; leaf += chunk_leaves_) {
        const std::size_t count = std::min(chunk_leaves_, run.end - leaf) * leaf_size;
        const double* panels = panels_of({leaf, leaf + count / leaf_size});
        for (std::size_t b = 0; b < n_blocks; ++b) {
          kernels_.sq_distances(panels, index_.dim(), count / panel_width,
                                block_.data() + b * block_size, sq_dist_.data());
          visit(b * block_width, width(b), leaf * leaf_size, sq_dist_.data(), count);
        }
      }
    }
  }

  // The panels of some leaves: those on the disk are packed where they are not those before.
  const double* panels_of(const LeafRun& run) {
    if (run.begin != held_.begin || run.end != held_.end) {
      at_ = index_.leaf_panels(run.begin, run.end - run.begin, panels_);
      held_ = run;
    }
    return at_;
  }

  static constexpr std::size_t max_chunk_leaves = 16;
  static constexpr std::size_t max_chunk_doubles = 16384;

  const PointIndex& index_;
  const PointIndex& queries_;
  SimdKernels kernels_;
  std::size_t chunk_leaves_;
  AlignedBuffer block_;
  AlignedBuffer sq_dist_;
  AlignedBuffer panels_;  // of points that are on the disk
  LeafRun held_{0, 0};    // the leaves whose panels stand `at_`
  const double* at_ = nullptr;
  std::vector<double> corners_;  // of the box around queries
  std::vector<LeafRun> runs_;
  std::vector<std::size_t> stack_;
};

// Calls body(positions) for positions begin to end - 1, up to `width` (at most leaf_size) at a
// time.
template <class Body>
void for_position_blocks(std::size_t begin, std::size_t end, const Body& body,
                         std::size_t width = block_width) {
  for (std::size_t first = begin; first < end; first += width) {
    std::size_t position[leaf_size] = {};
    const std::size_t count = std::min(width, end - first);
    for (std::size_t q = 0; q < count; ++q) position[q] = first + q;
    body(Span<const std::size_t>(position, count));
  }
}

// The same for the points of a leaf.
template <class Body>
void for_leaf_blocks(const PointIndex& index, std::size_t leaf, const Body& body,
                     std::size_t width = block_width) {
  for_position_blocks(leaf * leaf_size, std::min(index.size(), (leaf + 1) * leaf_size), body,
                      width);
}

// How many points of a leaf are best taken through a pass together: in so many columns that one
// leaf fills the near memory all of them, so that each leaf is brought there once.
inline std::size_t queries_together(const PointIndex& index) {
  constexpr std::size_t many_columns = 256;
  return index.dim() > many_columns ? leaf_size : block_width;
}

// The same for m queries, in parallel.
template <class Body>
void for_query_blocks(std::size_t m, const Runtime& runtime, const Body& body) {
  for_ranges(m, block_width, runtime,
             [&](std::size_t begin, std::size_t end) { for_position_blocks(begin, end, body); });
}

// The same for listed positions: body(first, positions) for those from place `first` of the list.
template <class Body>
void for_query_blocks(Span<const std::size_t> query, const Runtime& runtime, const Body& body) {
  for_query_blocks(query.size(), runtime, [&](Span<const std::size_t> place) {
    body(place[0], query.part(place[0], place[0] + place.size()));
  });
}

}  // namespace lapscale

#endif
