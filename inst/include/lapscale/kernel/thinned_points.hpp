#ifndef LAPSCALE_KERNEL_THINNED_POINTS_HPP
#define LAPSCALE_KERNEL_THINNED_POINTS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/kernel/thinned_leaves.hpp"
#include "lapscale/kernel/thinning_levels.hpp"
#include "lapscale/points/box.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/projected_points.hpp"
#include "lapscale/runtime/random.hpp"

namespace lapscale {

// The points around some leaves in many columns, those farther away in part: as ThinnedLeaves, by
// gaps between projections, and where leaves are near by those of their points, so that few are met
// that are not near. One object per thread.
class ThinnedPoints {
 public:
  using Plan = ThinnedLeaves::Plan;
  using Part = ThinnedLeaves::Part;

  ThinnedPoints(const ProjectedPoints& points, std::size_t n, const Plan& plan)
      : points_(points), whole_(plan.whole), random_(plan.seed), bin_(n) {}

  // Selects around leaves that follow one another, out to a radius.
  //   number  of the draw
  void select(const LeafRun& own, double sq_radius, std::uint64_t number) {
    find_bins(own, points_.largest_sq_gap(sq_radius));
    const std::vector<std::size_t> level = thinning_levels(held_, whole_);
    const std::size_t last = *std::max_element(level.begin(), level.end());
    position_.clear();
    part_.clear();
    for (std::size_t l = 0; l <= last; ++l) {
      const std::size_t begin = position_.size();
      draw(l, level, number);
      const auto mass = static_cast<double>(std::size_t{1} << l);
      if (position_.size() > begin) part_.push_back({mass, begin, position_.size()});
    }
  }

  // Of each mass, by place of position().
  const std::vector<Part>& parts() const { return part_; }
  const std::vector<std::uint32_t>& position() const { return position_; }

 private:
  static constexpr std::size_t max_together = 8;
  static constexpr std::uint16_t beyond = std::numeric_limits<std::uint16_t>::max();
  static constexpr std::size_t one_by_one = std::size_t(-1);

  // Positions that are in one bin, or each in its own.
  struct Run {
    std::size_t begin;
    std::size_t end;
    std::size_t bin;
  };

  BoxOf<float> box_around(const LeafRun& own) {
    const std::size_t n_axes = points_.n_axes();
    corners_.resize(2 * n_axes);
    for (std::size_t leaf = own.begin; leaf < own.end; ++leaf) {
      const BoxOf<float> box = points_.leaf_box(leaf);
      for (std::size_t a = 0; a < n_axes; ++a) {
        float& lower = corners_[a];
        float& upper = corners_[n_axes + a];
        lower = leaf == own.begin ? box.lower[a] : std::min(lower, box.lower[a]);
        upper = leaf == own.begin ? box.upper[a] : std::max(upper, box.upper[a]);
      }
    }
    return {corners_.data(), corners_.data() + n_axes};
  }

  // Finds the points within the radius: runs of them, and in which bins their gaps are.
  void find_bins(const LeafRun& own, double sq_radius) {
    const BoxOf<float> around = box_around(own);
    const std::size_t n_axes = points_.n_axes();
    const KdTree& tree = points_.tree();
    const LogBins bins(std::ldexp(sq_radius, -40), 2 * sq_radius, 3);
    held_.assign(bins.size(), 0);
    runs_.clear();
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const std::size_t at = stack_.back();
      stack_.pop_back();
      const KdTree::Node& node = tree.nodes()[at];
      const std::size_t begin = node.begin * leaf_size;
      const std::size_t end = std::min(node.end * leaf_size, bin_.size());
      const BoxOf<float> box = points_.box(at);
      const double gap = sq_gap(around, box, n_axes);
      if (gap > sq_radius) continue;
      const bool is_near = sq_diagonal(box, n_axes) > gap;
      if (node.child != 0 && (is_near || node.end - node.begin > max_together)) {
        stack_.push_back(node.child + 1);
        stack_.push_back(node.child);
      } else if (is_near) {
        runs_.push_back({begin, end, one_by_one});
        for (std::size_t i = begin; i < end; ++i) {
          const double own_gap = sq_gap(around, points_.point(i), n_axes);
          bin_[i] = own_gap > sq_radius ? beyond : static_cast<std::uint16_t>(bins.index(own_gap));
          if (bin_[i] != beyond) ++held_[bin_[i]];
        }
      } else {
        const std::size_t bin = bins.index(gap);
        runs_.push_back({begin, end, bin});
        held_[bin] += end - begin;
      }
    }
  }

  // Of each 2^l positions one, where it is of level l, as in ThinnedLeaves.
  void draw(std::size_t l, const std::vector<std::size_t>& level, std::uint64_t number) {
    const std::size_t stride = std::size_t{1} << l;
    for (const Run& run : runs_) {
      const bool differ = run.bin == one_by_one;
      if (!differ && level[run.bin] != l) continue;
      for (std::size_t block = run.begin / stride; block * stride < run.end; ++block) {
        const std::size_t from = l == 0 ? 0 : (random_.bits(l, block) + number) % stride;
        const std::size_t i = block * stride + from;
        if (i < run.begin || i >= run.end) continue;
        if (differ && (bin_[i] == beyond || level[bin_[i]] != l)) continue;
        position_.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }

  const ProjectedPoints& points_;
  std::size_t whole_;
  CounterRandom random_;
  std::vector<Run> runs_;           // increasing
  std::vector<std::uint16_t> bin_;  // per position, where bins differ
  std::vector<std::size_t> held_;   // per bin: points
  std::vector<float> corners_;
  std::vector<std::size_t> stack_;
  std::vector<Part> part_;
  std::vector<std::uint32_t> position_;
};

}  // namespace lapscale

#endif
