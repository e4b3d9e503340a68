#ifndef LAPSCALE_KERNEL_PAIR_SKETCH_HPP
#define LAPSCALE_KERNEL_PAIR_SKETCH_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/distance_sketch.hpp"
#include "lapscale/kernel/heat_sums.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// One sketch of the squared distances of very many pairs: what the kernel sum
//
//   S(h) = sum_ij exp(-|x_i - x_j|^2 / h^2)
//
// and its slope are made of, for all bandwidths of a range. Pairs of a point with itself are part
// of it, each other pair counts from both ends.
class PairSketch {
 public:
  // smallest, largest  the bandwidths that will be asked for, in the frame's unit
  PairSketch(const PointIndex& index, double smallest, double largest)
      : index_(index),
        reach_(negligible_cutoff * with_square(largest)),
        sketch_(bins_for(with_square(smallest), with_square(largest), negligible_cutoff)) {}

  // S(h), and d S / d log h^2.
  double heat_sum(double bandwidth) const { return sketch_.heat_sum(with_square(bandwidth)); }
  double heat_slope(double bandwidth) const { return sketch_.heat_slope(with_square(bandwidth)); }

  // The pairs are dealt out to parts of equal length: enough for any number of threads and a prompt
  // interrupt; all their sketches fit into 64 MB.
  //   position  of points whose pairs with all are wanted; none: all pairs
  std::size_t n_parts(const std::vector<std::size_t>& position) const {
    const std::size_t most = std::clamp<std::size_t>(4000000 / sketch_.bins().size(), 16, 512);
    return std::min(n_units(position), most);
  }

  // Per part from `begin` to end - 1 what add_moments() takes.
  std::vector<std::vector<double>> moments(const std::vector<std::size_t>& position,
                                           std::size_t begin, std::size_t end,
                                           const Runtime& runtime) const {
    const std::size_t step = n_parts(position);
    std::vector<std::vector<double>> moment(end - begin);
    for_blocks(runtime, moment.size(), [&](std::size_t part) {
      PairPass pass(index_, runtime);
      SketchBlock block(sketch_.bins(), 1);
      for (std::size_t unit = begin + part; unit < n_units(position); unit += step) {
        if (position.empty()) {
          add_leaf(unit, pass, block);
        } else {
          add_queries(position, unit, pass, block);
        }
      }
      moment[part] = block.total(0);
    });
    return moment;
  }

  // Those of all parts, in their order.
  void add_moments(const std::vector<std::vector<double>>& moment) {
    for (const std::vector<double>& m : moment) sketch_.add_moments(m);
  }

  void add(const std::vector<std::size_t>& position, const Runtime& runtime) {
    add_moments(moments(position, 0, n_parts(position), runtime));
  }

 private:
  // A leaf, or a block of points as those of for_query_blocks().
  std::size_t n_units(const std::vector<std::size_t>& position) const {
    if (position.empty()) return index_.tree().n_leaves();
    return (position.size() + block_width - 1) / block_width;
  }

  // All pairs of a leaf: the leaves before it have met it already, so the others count twice.
  void add_leaf(std::size_t leaf, PairPass& pass, SketchBlock& block) const {
    pass.select_leaves(LeafRun{leaf, leaf + 1});
    take(leaf, pass, [&](std::size_t q, const double* sq_dist, std::size_t count) {
      block.add(q, sq_dist, count);
    });
    pass.select_leaves(index_.tree().leaf_box(leaf), reach_ * reach_);
    pass.leave_out({0, leaf + 1});
    take(leaf, pass, [&](std::size_t q, const double* sq_dist, std::size_t count) {
      block.add(q, sq_dist, count, [](std::size_t, const auto& add) { add(0, 2.0); });
    });
  }

  void add_queries(const std::vector<std::size_t>& position, std::size_t b, PairPass& pass,
                   SketchBlock& block) const {
    const std::size_t first = b * block_width;
    const auto query = Span(position).part(first, std::min(first + block_width, position.size()));
    pass.select_leaves(query, reach_ * reach_);
    pass.run(query, [&](std::size_t q, std::size_t, const double* sq_dist, std::size_t count) {
      block.add(q, sq_dist, count);
    });
  }

  template <class Sink>
  void take(std::size_t leaf, PairPass& pass, const Sink& sink) const {
    for_leaf_blocks(index_, leaf, [&](Span<const std::size_t> position) {
      pass.run(position, [&](std::size_t q, std::size_t, const double* sq_dist, std::size_t count) {
        sink(q, sq_dist, count);
      });
    });
  }

  const PointIndex& index_;
  double reach_;
  DistanceSketch sketch_;
};

}  // namespace lapscale

#endif
