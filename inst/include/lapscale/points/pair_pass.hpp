#ifndef LAPSCALE_POINTS_PAIR_PASS_HPP
#define LAPSCALE_POINTS_PAIR_PASS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "lapscale/points/float_panels.hpp"
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
        chunk_leaves_(index.source() != nullptr
                          ? max_chunk_leaves
                          : std::clamp<std::size_t>(max_chunk_doubles / (leaf_size * index.dim()),
                                                    1, max_chunk_leaves)),
        block_(block_width * index.dim()),
        sq_dist_(block_width * chunk_leaves_ * leaf_size) {}

  // Measures pairs within a limit by the floats of the index's points.
  PairPass(const PointIndex& index, const FloatPanels* floats, const Runtime& runtime)
      : PairPass(index, runtime) {
    floats_ = floats;
  }

  // Finds the leaves near a box; the queries of the following calls lie in it.
  void select_leaves(const AnyBox& box, double sq_radius) {
    index_.tree().near(box, sq_radius, kernels_, runs_, stack_);
  }

  // The same for the smallest box that holds these queries, 1 or more.
  void select_leaves(Span<const std::size_t> query, double sq_radius) {
    if (!index_.tree().has_boxes()) return select_leaves(LeafRun{0, index_.tree().n_leaves()});
    const std::size_t dim = index_.dim();
    corners_.assign(dim, std::numeric_limits<double>::infinity());
    corners_.resize(2 * dim, -std::numeric_limits<double>::infinity());
    for (const std::size_t position : query) {
      queries_.for_coordinates(position, [&](std::size_t k, double x) {
        corners_[k] = std::min(corners_[k], x);
        corners_[dim + k] = std::max(corners_[dim + k], x);
      });
    }
    select_leaves(Box{corners_.data(), corners_.data() + dim}, sq_radius);
  }

  // Takes these leaves instead.
  void select_leaves(const LeafRun& run) { runs_.assign(1, run); }
  void select_leaves(const std::vector<LeafRun>& runs) { runs_ = runs; }

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
    run_blocks(query, NoLimit(), one_by_one(sink));
  }

  // The same for the pairs within a limit that may fall meanwhile, limit(q) squared; others may
  // come with any number above it.
  template <class Limit, class Sink>
  void run_within(Span<const std::size_t> query, const Limit& limit, const Sink& sink) {
    run_blocks(query, limit, one_by_one(sink));
  }

  // The same for up to block_width queries at once: sink(position, sq_dist, count), sq_dist
  // block_width x count by query, to be written over; places past the last query repeat the first.
  template <class Sink>
  void run_together(Span<const std::size_t> query, const Sink& sink) {
    run_blocks(query, NoLimit(),
               [&](std::size_t, std::size_t, std::size_t position, double* sq_dist,
                   std::size_t count) { sink(position, sq_dist, count); });
  }

 private:
  struct NoLimit {};

  template <class Sink>
  static auto one_by_one(const Sink& sink) {
    return [&sink](std::size_t first, std::size_t width, std::size_t position,
                   const double* sq_dist, std::size_t count) {
      for (std::size_t q = 0; q < width; ++q) {
        sink(first + q, position, sq_dist + q * count, count);
      }
    };
  }

  // The squared distances of a block's queries from `first` on to the points of some leaves.
  template <class Limit>
  void measure(const LeafRun& run, Span<const std::size_t> query, std::size_t b, std::size_t width,
               const Limit& limit) {
    const double* block = block_.data() + b * block_width * index_.dim();
    if (index_.source() != nullptr) {
      return measure_known(run, query.data() + b * block_width, width, block);
    }
    const std::size_t n_leaves = run.end - run.begin;
    const std::size_t n_panels = n_leaves * (leaf_size / panel_width);
    if constexpr (std::is_same_v<Limit, NoLimit>) {
      kernels_.sq_distances(panels_of(run), index_.dim(), n_panels, block, sq_dist_.data());
    } else {
      double limits[block_width];
      for (std::size_t q = 0; q < block_width; ++q) {
        limits[q] = limit(b * block_width + (q < width ? q : 0));
      }
      if (floats_ != nullptr) return measure_floats(run, b, limits);
      kernels_.sq_distances_within(panels_of(run), index_.dim(), n_panels, block, limits,
                                   sq_dist_.data());
    }
  }

  void measure_known(const LeafRun& run, const std::size_t* query, std::size_t width,
                     const double* block) {
    std::size_t row[block_width];
    for (std::size_t q = 0; q < block_width; ++q) {
      row[q] = queries_.row_of(query[q < width ? q : 0]);
    }
    const std::size_t first = run.begin * leaf_size;
    const std::size_t count = (run.end - run.begin) * leaf_size;
    const std::size_t known = std::min(count, index_.size() - first);
    std::uint32_t point[max_chunk_leaves * leaf_size];
    for (std::size_t j = 0; j < known; ++j) {
      point[j] = static_cast<std::uint32_t>(index_.row_of(first + j));
    }
    index_.source()->sq_distances(*queries_.source(), row, block, point, known, count,
                                  sq_dist_.data());
    for (std::size_t q = 0; q < block_width; ++q) {
      std::fill(sq_dist_.data() + q * count + known, sq_dist_.data() + (q + 1) * count,
                std::numeric_limits<double>::infinity());
    }
  }

  void measure_floats(const LeafRun& run, std::size_t b, const double* limits) {
    float above[block_width];
    // Not below the limit when rounded.
    for (std::size_t q = 0; q < block_width; ++q) {
      above[q] = static_cast<float>(std::min<double>(limits[q] * (1 + 1e-6) + 1e-37, 1e38));
    }
    kernels_.float_distances_within(floats_->leaf(run.begin), index_.dim(), run.end - run.begin,
                                    float_block_.data() + b * block_width * index_.dim(), above,
                                    sq_dist_.data());
  }

  // Calls visit(first, width, position, sq_dist, count) for the blocks of queries and the points in
  // turn: a chunk of leaves for all queries before the next.
  template <class Limit, class Visit>
  void run_blocks(Span<const std::size_t> query, const Limit& limit, const Visit& visit) {
    const std::size_t n_blocks = (query.size() + block_width - 1) / block_width;
    const std::size_t block_size = block_width * index_.dim();
    const auto width = [&](std::size_t b) {
      return std::min(block_width, query.size() - b * block_width);
    };
    block_.reserve(n_blocks * block_size);
    for (std::size_t b = 0; b < n_blocks; ++b) {
      queries_.pack_block(query.data() + b * block_width, width(b), block_.data() + b * block_size);
    }
    if (floats_ != nullptr)
      float_block_.assign(block_.data(), block_.data() + n_blocks * block_size);
    for (const LeafRun& run : runs_) {
      for (std::size_t leaf = run.begin; leaf < run.end; leaf += chunk_leaves_) {
        const LeafRun chunk{leaf, std::min(leaf + chunk_leaves_, run.end)};
        const std::size_t count = (chunk.end - leaf) * leaf_size;
        for (std::size_t b = 0; b < n_blocks; ++b) {
          measure(chunk, query, b, width(b), limit);
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
  const FloatPanels* floats_ = nullptr;
  SimdKernels kernels_;
  std::size_t chunk_leaves_;
  AlignedBuffer block_;
  std::vector<float> float_block_;
  AlignedBuffer sq_dist_;
  AlignedBuffer panels_;  // of points that are on the disk
  LeafRun held_{0, 0};    // the leaves whose panels stand `at_`
  const double* at_ = nullptr;
  std::vector<double> corners_;  // of the box around queries
  std::vector<LeafRun> runs_;
  std::vector<std::size_t> stack_;
};

}  // namespace lapscale

#endif
