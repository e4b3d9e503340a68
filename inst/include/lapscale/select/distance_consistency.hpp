#ifndef LAPSCALE_SELECT_DISTANCE_CONSISTENCY_HPP
#define LAPSCALE_SELECT_DISTANCE_CONSISTENCY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/local/gram_iteration.hpp"
#include "lapscale/local/step_spectrum.hpp"
#include "lapscale/local/subspace_block.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/panel_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/long_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/select/centre_part.hpp"
#include "lapscale/select/degree_factors.hpp"

namespace lapscale {

// The spectra of the walk's step at some points, each in a subspace: from all squared distances,
// where coordinates serve for products only if they are few, or from coordinates alone.
class DistanceConsistency {
 public:
  //   index  of the points whose distances they are, by position; null: the distances alone are
  //          known
  //   graph  lists by position, with the point itself; null: all pairs within the cut-off
  //   degrees, scale  of all points, by position, if they have local scales; null: none
  DistanceConsistency(const SquaredDistances& sq_dist, const PointIndex* index,
                      const Adjacency* graph = nullptr, const DegreeFactors* degrees = nullptr,
                      const double* scale = nullptr)
      : n_(sq_dist.size()),
        sq_dist_(&sq_dist),
        points_(index != nullptr ? fewer_coordinates(*index) : std::nullopt),
        degrees_(degrees),
        graph_(graph),
        scale_(scale),
        is_euclidean_(index == nullptr || index->has_coordinates() || sq_dist.are_euclidean()) {
    const NearlyEuclidean* near =
        points_ && index->source() != nullptr ? index->source()->nearly_euclidean() : nullptr;
    if (near == nullptr) return;
    std::vector<std::size_t> row(n_);
    for (std::size_t i = 0; i < n_; ++i) row[i] = index->row_of(i);
    excess_ = near->excess.part(row);
    if (is_euclidean_ && excess_.n_entries() > 0) points_.reset();
  }

  // Of points in memory, whose distances would be too many to keep.
  //   degrees, scale  of all of them; scale: null: none
  DistanceConsistency(const PointIndex& index, const DegreeFactors& degrees,
                      const double* scale = nullptr)
      : n_(index.size()), points_(PanelPoints(index)), degrees_(&degrees), scale_(scale) {}

  // Calls take(i, g, step) for each center and bandwidth, from several threads but once for each.
  //   centre      positions; part: of them
  //   bandwidths  in the unit of the distances
  template <class Take>
  void steps(const std::vector<std::size_t>& centre, std::vector<double> bandwidths, double cutoff,
             double alpha, const Take& take, const Runtime& runtime,
             CentrePart part = CentrePart()) const {
    bandwidths = with_squares(bandwidths);
    part = part.of(centre.size());
    cutoff = std::min(cutoff, farthest_cutoff);
    std::vector<std::size_t> order(bandwidths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return bandwidths[a] > bandwidths[b]; });
    // A chunk of bandwidths at a time keeps the degree factors below 200 MB.
    const std::size_t chunk = std::max<std::size_t>(1, 25000000 / n_);
    for (std::size_t first = 0; first < order.size(); first += chunk) {
      const std::size_t last = std::min(first + chunk, order.size());
      std::vector<double> now;
      for (std::size_t g = first; g < last; ++g) now.push_back(bandwidths[order[g]]);
      const std::vector<double> factor = degrees_ != nullptr
                                             ? degrees_->at(now, part, runtime)
                                             : degree_factors(now, cutoff, alpha, runtime);
      if (!is_euclidean_) {
        iterate(centre, part, now, cutoff, factor, order.data() + first, take, runtime);
        continue;
      }
      KeptObjects<SubspaceBlock> blocks;
      const SimdKernels kernels = runtime.kernels();
      const std::size_t n_blocks = (part.end - part.begin + block_width - 1) / block_width;
      for_long_blocks(runtime, n_blocks, [&](std::size_t b, const StopSign& sign) {
        const std::size_t begin = part.begin + b * block_width;
        const std::size_t end = std::min(begin + block_width, part.end);
        const std::vector<std::size_t> own(centre.data() + begin, centre.data() + end);
        const auto make = [&] {
          return SubspaceBlock(sq_dist_, points_ ? &*points_ : nullptr, kernels, graph_, &sign,
                               scale_);
        };
        blocks.with(make, [&](SubspaceBlock& block) {
          block.steps(
              own, now, cutoff, [&](std::size_t g) { return factor.data() + g * n_; },
              [&](std::size_t q, std::size_t g, const StepSpectrum& step) {
                take(begin + q, order[first + g], step);
              });
        });
      });
    }
  }

 private:
  // The same of distances that no points have, center by center.
  //   order  which bandwidths these are
  template <class Take>
  void iterate(const std::vector<std::size_t>& centre, const CentrePart& part,
               const std::vector<double>& bandwidths, double cutoff,
               const std::vector<double>& factor, const std::size_t* order, const Take& take,
               const Runtime& runtime) const {
    KeptObjects<GramIteration> iterations;
    const SimdKernels kernels = runtime.kernels();
    for_long_blocks(runtime, part.end - part.begin, [&](std::size_t block, const StopSign& sign) {
      const auto make = [&] {
        return GramIteration(*sq_dist_, kernels, graph_, &sign, points_ ? &*points_ : nullptr,
                             &excess_, scale_);
      };
      const std::size_t i = part.begin + block;
      iterations.with(make, [&](GramIteration& iteration) {
        iteration.steps(
            centre[i], bandwidths, cutoff, [&](std::size_t g) { return factor.data() + g * n_; },
            [&](std::size_t g, const StepSpectrum& step) { take(i, order[g], step); });
      });
    });
  }

  // t_j(h)^-alpha by point, bandwidth after bandwidth.
  std::vector<double> degree_factors(const std::vector<double>& bandwidths, double cutoff,
                                     double alpha, const Runtime& runtime) const {
    if (graph_ != nullptr) {
      std::vector<double> factor = graph_degrees(*graph_, bandwidths, cutoff, runtime);
      for (double& f : factor) f = f > 0 ? std::pow(f, -alpha) : 0;
      return factor;
    }
    const SimdKernels kernels = runtime.kernels();
    std::vector<double> factor(bandwidths.size() * n_);
    for_ranges(n_, panel_width, runtime, [&](std::size_t begin, std::size_t end) {
      AlignedBuffer row(padded(n_));
      for (std::size_t j = begin; j < end; ++j) {
        sq_dist_->copy_row(j, row.data());
        for (std::size_t g = 0; g < bandwidths.size(); ++g) {
          const double sq_bandwidth = bandwidths[g] * bandwidths[g];
          const double degree = kernels.heat_sum(row.data(), padded(n_), 1 / sq_bandwidth,
                                                 cutoff * cutoff * sq_bandwidth);
          factor[g * n_ + j] = std::pow(degree, -alpha);
        }
      }
    });
    return factor;
  }

  std::size_t n_;
  const SquaredDistances* sq_dist_ = nullptr;
  std::optional<PanelPoints> points_;  // where products with them cost less
  PairExcess excess_;                  // of the distances over theirs
  const DegreeFactors* degrees_ = nullptr;
  const Adjacency* graph_ = nullptr;
  const double* scale_ = nullptr;
  bool is_euclidean_ = true;
};

}  // namespace lapscale

#endif
