#ifndef LAPSCALE_KERNEL_THINNED_DEGREES_HPP
#define LAPSCALE_KERNEL_THINNED_DEGREES_HPP

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "lapscale/kernel/degree_table.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/kernel/thinned_leaves.hpp"
#include "lapscale/points/box.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The squared distances from queries near each other to all points, far ones thinned, in sketches
// with fewer bins than exact degrees want. One object per thread.
class ThinnedSketch {
 public:
  // Leaves that share a draw.
  static constexpr std::size_t together = 8;
  // The error of bins so wide is below 4e-4 of a degree.
  static constexpr int bits = 5;

  ThinnedSketch(const PointIndex& index, const ThinnedLeaves::Plan& plan, const LogBins& bins,
                const Runtime& runtime)
      : index_(index),
        kernels_(runtime.kernels()),
        leaves_(index, plan),
        pass_(index, runtime),
        sketch_(bins, 1),
        block_(block_width * index.dim()) {}

  // Leaves begin to end - 1 from now on.
  void select(const LeafRun& own, double sq_radius) {
    const std::size_t dim = index_.dim();
    corners_.resize(2 * dim);
    for (std::size_t leaf = own.begin; leaf < own.end; ++leaf) {
      const auto widen = [&](const auto& box) {
        for (std::size_t k = 0; k < dim; ++k) {
          double& lower = corners_[k];
          double& upper = corners_[dim + k];
          lower = leaf == own.begin ? box.low(k) : std::min(lower, box.low(k));
          upper = leaf == own.begin ? box.high(k) : std::max(upper, box.high(k));
        }
      };
      std::visit(widen, index_.tree().leaf_box(leaf));
    }
    leaves_.select(Box{corners_.data(), corners_.data() + dim}, sq_radius, own.begin / together);
    pass_.select_leaves(leaves_.whole());
    panels_.reserve((leaves_.position().size() + leaves_.parts().size() * panel_width) * dim);
    double* to = panels_.data();
    std::size_t longest = 0;
    for (const ThinnedLeaves::Part& part : leaves_.parts()) {
      const std::size_t n_panels = leaves_.pack(part.begin, part.end, to);
      to += n_panels * panel_width * dim;
      longest = std::max(longest, n_panels * panel_width);
    }
    sq_dist_.reserve(block_width * longest);
  }

  // Calls take(q, g, sum) for up to block_width points of these leaves, and all bandwidths.
  template <class Take>
  void sums(Span<const std::size_t> position, const SketchCoefficients& coefficients,
            const Take& take) {
    pass_.run(position, [&](std::size_t q, std::size_t, const double* sq_dist, std::size_t count) {
      sketch_.add(q, sq_dist, count);
    });
    index_.pack_block(position.data(), position.size(), block_.data());
    const double* from = panels_.data();
    for (const ThinnedLeaves::Part& part : leaves_.parts()) {
      const std::size_t n_panels = (part.end - part.begin + panel_width - 1) / panel_width;
      const std::size_t count = n_panels * panel_width;
      kernels_.sq_distances(from, index_.dim(), n_panels, block_.data(), sq_dist_.data());
      for (std::size_t q = 0; q < position.size(); ++q) {
        sketch_.add_raised(q, sq_dist_.data() + q * count, count, part.mass);
      }
      from += count * index_.dim();
    }
    sketch_.sums(coefficients, 0, kernels_, position.size(), take);
    sketch_.clear();
  }

 private:
  const PointIndex& index_;
  SimdKernels kernels_;
  ThinnedLeaves leaves_;
  PairPass pass_;
  SketchBlock sketch_;
  std::vector<double> corners_;
  AlignedBuffer block_;
  AlignedBuffer panels_;  // of the thinned points, part after part
  AlignedBuffer sq_dist_;
};

// The nodes of a table of thinned degrees, which are wider apart than those of exact ones, with
// more to interpolate through, and the bins of its sketches.
struct DegreeNodes {
  static constexpr double apart = 1.25;
  static constexpr std::size_t side = 4;

  std::vector<double> at;
  LogBins bins;
  double sq_reach;

  DegreeNodes(const std::vector<double>& bandwidths, double cutoff)
      : at(table_nodes(bandwidths, apart)),
        bins(bins_for(at.front(), at.back(), cutoff, ThinnedSketch::bits)) {
    const double reach = std::min(cutoff, farthest_cutoff) * at.back();
    sq_reach = reach * reach;
  }
};

// Runs of leaves that share a draw: of each `together` that follow one another those that are
// listed.
inline std::vector<LeafRun> leaf_groups(const std::vector<std::size_t>& leaves,
                                        std::size_t together) {
  std::vector<LeafRun> group;
  for (const std::size_t leaf : leaves) {
    const bool joins = !group.empty() && group.back().end == leaf && leaf % together != 0;
    if (!joins) group.push_back({leaf, leaf});
    group.back().end = leaf + 1;
  }
  return group;
}

// Returns degrees for a range of bandwidths as sketched_degrees() has them, of very many points.
//   leaves      increasing: those whose points are wanted; the degrees of the others count as 1
//   bandwidths  in the frame's unit
inline DegreeTable thinned_degrees(const PointIndex& index, const std::vector<std::size_t>& leaves,
                                   const std::vector<double>& bandwidths, double cutoff,
                                   const ThinnedLeaves::Plan& plan, const Runtime& runtime) {
  const DegreeNodes nodes(bandwidths, cutoff);
  const SketchCoefficients coefficients(nodes.bins, nodes.at, cutoff);
  DegreeTable table(nodes.at, index.size(), index.folder(), nodes.side);
  const std::vector<LeafRun> group = leaf_groups(leaves, ThinnedSketch::together);
  for_blocks(runtime, group.size(), [&](std::size_t at) {
    ThinnedSketch sketch(index, plan, nodes.bins, runtime);
    sketch.select(group[at], nodes.sq_reach);
    const std::size_t end = std::min(group[at].end * leaf_size, index.size());
    for_position_blocks(group[at].begin * leaf_size, end, [&](Span<const std::size_t> position) {
      sketch.sums(position, coefficients, [&](std::size_t q, std::size_t g, double sum) {
        table.set(g, position[q], sum);
      });
    });
    table.was_set(end - group[at].begin * leaf_size);
  });
  return table;
}

}  // namespace lapscale

#endif
