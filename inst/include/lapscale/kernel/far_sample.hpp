#ifndef LAPSCALE_KERNEL_FAR_SAMPLE_HPP
#define LAPSCALE_KERNEL_FAR_SAMPLE_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <mutex>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Degrees of very many points: pairs nearer than a radius that holds a few thousand points are
// all taken, of those beyond a random part whose count is raised in proportion. The points of one
// leaf share a draw, draws of different leaves are independent, so that what they add to the noise
// of a sum over a neighbourhood averages out. In many columns, where a draw is large, leaves that
// follow one another share it. One object per draw; any thread may use it.
class FarSample {
 public:
  struct Plan {
    std::size_t near;   // how many points are near, on average; 0: all pairs are taken
    std::size_t drawn;  // how many points a draw holds
    std::uint64_t seed;
  };

  // Where near ends. With no sampling, first_far_bin lies past the last bin.
  struct Split {
    double sq_radius;
    std::size_t first_far_bin;
    std::size_t drawn;
  };

  // The edge of a bin within which 64 random points have plan.near neighbours on average. No
  // sampling where the bandwidths reach no farther, or where it would save less than half.
  static Split split(const PointIndex& index, const LogBins& bins, double sq_reach,
                     const Plan& plan, const Runtime& runtime) {
    const Split none{sq_reach, bins.size(), 0};
    if (plan.near == 0 || 2 * (plan.near + plan.drawn) >= index.size()) return none;
    const std::size_t probes = std::min<std::size_t>(64, index.size());
    std::vector<double> count(bins.size(), 0.0);
    count_distances(index, sample_rows(index.size(), probes, plan.seed), bins, runtime, count);
    double within = 0;
    for (std::size_t b = 0; b + 1 < bins.size(); ++b) {
      within += count[b];
      if (within < static_cast<double>(probes * plan.near)) continue;
      if (bins.lower(b + 1) >= sq_reach) return none;
      return {bins.lower(b + 1), b + 1, plan.drawn};
    }
    return none;
  }

  // How many leaves share a draw.
  static std::size_t leaves_together(const PointIndex& index) {
    constexpr std::size_t many_columns = 32;
    return index.dim() > many_columns ? 64 : 1;
  }

  struct Scratch {
    AlignedBuffer block;
    AlignedBuffer sq_dist;
  };

  //   number  of the draw
  FarSample(const PointIndex& index, const Split& split, std::uint64_t seed, std::size_t number,
            const Runtime& runtime)
      : index_(index),
        kernels_(runtime.kernels()),
        split_(split),
        count_((split.drawn + panel_width - 1) / panel_width * panel_width),
        panels_(count_ * index.dim()) {
    std::fill(panels_.data(), panels_.data() + panels_.size(),
              std::numeric_limits<double>::infinity());
    const CounterRandom random(seed);
    for (std::size_t j = 0; j < split.drawn; ++j) {
      const double share =
          (static_cast<double>(j) + random.uniform(number, j)) / static_cast<double>(split.drawn);
      // A share can round to 1.
      const auto position = std::min(
          static_cast<std::size_t>(share * static_cast<double>(index.size())), index.size() - 1);
      double* panel = panels_.data() + j / panel_width * panel_width * index.dim();
      for (std::size_t k = 0; k < index.dim(); ++k) {
        panel[k * panel_width + j % panel_width] = index.coordinate(position, k);
      }
      index.looked_at(1);
    }
  }

  // Replaces the far bins of the sketches of these queries by the sample's, raised to all points.
  //   position  up to block_width of them
  //   scratch   memory of a thread
  void add_to(SketchBlock& sketch, Span<const std::size_t> position, Scratch& scratch) const {
    if (count_ == 0) return;
    scratch.block.reserve(block_width * index_.dim());
    scratch.sq_dist.reserve(block_width * count_);
    index_.pack_block(position.data(), position.size(), scratch.block.data());
    kernels_.sq_distances(panels_.data(), index_.dim(), count_ / panel_width, scratch.block.data(),
                          scratch.sq_dist.data());
    const double each = static_cast<double>(index_.size()) / static_cast<double>(split_.drawn);
    for (std::size_t q = 0; q < position.size(); ++q) {
      sketch.replace_from(split_.first_far_bin, q, scratch.sq_dist.data() + q * count_, count_,
                          each);
    }
  }

 private:
  // Adds up in which bins the squared distances from these positions to all points are. In one
  // pass: the points may be on the disk.
  static void count_distances(const PointIndex& index, const std::vector<std::size_t>& position,
                              const LogBins& bins, const Runtime& runtime,
                              std::vector<double>& count) {
    std::mutex mutex;
    for_blocks(runtime, index.tree().n_leaves(), [&](std::size_t leaf) {
      std::vector<double> here(bins.size(), 0.0);
      PairPass pass(index, runtime);
      pass.select_leaves(LeafRun{leaf, leaf + 1});
      pass.run({position.data(), position.size()},
               [&](std::size_t, std::size_t first, const double* sq_dist, std::size_t size) {
                 for (std::size_t i = 0; i < std::min(size, index.size() - first); ++i) {
                   ++here[bins.index(sq_dist[i])];
                 }
               });
      const std::lock_guard<std::mutex> lock(mutex);
      for (std::size_t b = 0; b < here.size(); ++b) count[b] += here[b];
    });
  }

  const PointIndex& index_;
  SimdKernels kernels_;
  Split split_;
  std::size_t count_;
  AlignedBuffer panels_;
};

}  // namespace lapscale

#endif
