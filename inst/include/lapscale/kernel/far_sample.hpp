#ifndef LAPSCALE_KERNEL_FAR_SAMPLE_HPP
#define LAPSCALE_KERNEL_FAR_SAMPLE_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Degrees of very many points: pairs nearer than a radius that holds a few thousand points are
// all taken, of those beyond a random part whose count is raised in proportion. The points of one
// leaf share a draw, draws of different leaves are independent, so that what they add to the noise
// of a sum over a neighbourhood averages out.
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
    NeighborSearch search(index, nullptr, runtime);
    std::vector<Neighbor> found;
    for (const std::size_t position : sample_rows(index.size(), probes, plan.seed)) {
      search.find(position, sq_reach, found);
      for (const Neighbor& neighbor : found) ++count[bins.index(neighbor.sq_dist)];
    }
    double within = 0;
    for (std::size_t b = 0; b + 1 < bins.size(); ++b) {
      within += count[b];
      if (within < static_cast<double>(probes * plan.near)) continue;
      if (bins.lower(b + 1) >= sq_reach) return none;
      return {bins.lower(b + 1), b + 1, plan.drawn};
    }
    return none;
  }

  FarSample(const PointIndex& index, const Split& split, std::uint64_t seed, std::size_t leaf,
            const Runtime& runtime)
      : index_(index),
        kernels_(runtime.kernels()),
        split_(split),
        count_((split.drawn + panel_width - 1) / panel_width * panel_width),
        panels_(count_ * index.dim()),
        block_(block_width * index.dim()),
        sq_dist_(block_width * count_) {
    std::fill(panels_.data(), panels_.data() + panels_.size(),
              std::numeric_limits<double>::infinity());
    const CounterRandom random(seed);
    for (std::size_t j = 0; j < split.drawn; ++j) {
      const double share =
          (static_cast<double>(j) + random.uniform(leaf, j)) / static_cast<double>(split.drawn);
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
  void add_to(SketchBlock& sketch, Span<const std::size_t> position) {
    if (count_ == 0) return;
    index_.pack_block(position.data(), position.size(), block_.data());
    kernels_.sq_distances(panels_.data(), index_.dim(), count_ / panel_width, block_.data(),
                          sq_dist_.data());
    const double each = static_cast<double>(index_.size()) / static_cast<double>(split_.drawn);
    for (std::size_t q = 0; q < position.size(); ++q) {
      sketch.replace_from(split_.first_far_bin, q, sq_dist_.data() + q * count_, count_, each);
    }
  }

 private:
  const PointIndex& index_;
  SimdKernels kernels_;
  Split split_;
  std::size_t count_;
  AlignedBuffer panels_;
  AlignedBuffer block_;
  AlignedBuffer sq_dist_;
};

}  // namespace lapscale

#endif
