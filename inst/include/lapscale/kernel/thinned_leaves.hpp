#ifndef LAPSCALE_KERNEL_THINNED_LEAVES_HPP
#define LAPSCALE_KERNEL_THINNED_LEAVES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/kernel/thinning_levels.hpp"
#include "lapscale/points/box.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/listed_panels.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/random.hpp"

namespace lapscale {

// The points around a box, of which the farther ones are thinned. By the gaps between their leaves
// and the box, the nearest `whole` points are all taken. Of those whose rank is between 2^(l - 1)
// and 2^l times that, one of each 2^l that follow one another in the tree is drawn at random and
// stands for all of them. A sum over all points of a function that hardly differs within 2^l points
// of the tree is nearly exact, and wherever a kernel ends, at least `whole` / 2 points are used
// there. One object per thread.
class ThinnedLeaves {
 public:
  struct Plan {
    std::size_t whole;  // 0: no point is left out
    std::uint64_t seed;
  };
  // Points of one mass: places begin to end - 1 of position().
  struct Part {
    double mass;
    std::size_t begin;
    std::size_t end;
  };

  ThinnedLeaves(const PointIndex& index, const Plan& plan)
      : index_(index), whole_(plan.whole), random_(plan.seed) {}

  // Selects around a box, out to a radius.
  //   number  of the draw
  void select(const Box& box, double sq_radius, std::uint64_t number) {
    find_units(box, sq_radius);
    runs_.clear();
    position_.clear();
    part_.clear();
    const std::vector<std::size_t> level = thinning_levels(held_, whole_);
    const std::size_t last = *std::max_element(level.begin(), level.end());
    for (const Unit& unit : units_) {
      if (level[unit.bin] == 0) add_run(unit);
    }
    for (std::size_t l = 1; l <= last; ++l) {
      const std::size_t begin = position_.size();
      draw(l, level, number);
      const auto mass = static_cast<double>(std::size_t{1} << l);
      if (position_.size() > begin) part_.push_back({mass, begin, position_.size()});
    }
  }

  const std::vector<LeafRun>& whole() const { return runs_; }
  const std::vector<Part>& parts() const { return part_; }
  const std::vector<std::uint32_t>& position() const { return position_; }

  // Packs the points at places begin to end - 1 of position() into panels; places past the last
  // hold +Inf. Returns the number of panels.
  std::size_t pack(std::size_t begin, std::size_t end, double* panels) const {
    return pack_listed<panel_width>(index_, position_.data() + begin, end - begin, panels);
  }

 private:
  // Leaves that are near each other, and in which bin their gap is.
  struct Unit {
    LeafRun leaves;
    std::size_t bin;
  };

  // Far leaves come together where their box is smaller than the gap.
  static constexpr std::size_t max_together = 8;

  void find_units(const Box& box, double sq_radius) {
    const KdTree& tree = index_.tree();
    const std::size_t dim = index_.dim();
    sq_radius *= 1 + 4 * std::numeric_limits<double>::epsilon() * static_cast<double>(dim);
    const LogBins bins(std::ldexp(sq_radius, -40), 2 * sq_radius, 3);
    units_.clear();
    held_.assign(bins.size(), 0);
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const std::size_t at = stack_.back();
      stack_.pop_back();
      const double gap =
          std::visit([&](const auto& own) { return sq_gap(box, own, dim); }, tree.box(at));
      if (gap > sq_radius) continue;
      const KdTree::Node& node = tree.nodes()[at];
      const std::size_t size = node.end - node.begin;
      if (node.child != 0 && (size > max_together || sq_diagonal(tree.box(at), dim) > gap)) {
        stack_.push_back(node.child + 1);
        stack_.push_back(node.child);
        continue;
      }
      const std::size_t bin = bins.index(gap);
      held_[bin] += size * leaf_size;
      units_.push_back({{node.begin, node.end}, bin});
    }
  }

  void add_run(const Unit& unit) {
    if (!runs_.empty() && runs_.back().end == unit.leaves.begin) {
      runs_.back().end = unit.leaves.end;
    } else {
      runs_.push_back(unit.leaves);
    }
  }

  // Of each 2^l positions one, where it is of level l. Which ones does not depend on the radius,
  // and 2^l draws that follow one another meet each of them once: their errors cancel.
  void draw(std::size_t l, const std::vector<std::size_t>& level, std::uint64_t number) {
    const std::size_t stride = std::size_t{1} << l;
    for (const Unit& unit : units_) {
      if (level[unit.bin] != l) continue;
      const std::size_t first = unit.leaves.begin * leaf_size;
      const std::size_t last = std::min(unit.leaves.end * leaf_size, index_.size());
      for (std::size_t block = first / stride; block * stride < last; ++block) {
        const std::size_t i = block * stride + (random_.bits(l, block) + number) % stride;
        if (i >= first && i < last) position_.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }

  const PointIndex& index_;
  std::size_t whole_;
  CounterRandom random_;
  std::vector<Unit> units_;
  std::vector<std::size_t> held_;  // per bin of gaps: points
  std::vector<std::size_t> stack_;
  std::vector<LeafRun> runs_;
  std::vector<Part> part_;
  std::vector<std::uint32_t> position_;
};

}  // namespace lapscale

#endif
