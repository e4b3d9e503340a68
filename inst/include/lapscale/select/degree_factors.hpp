#ifndef LAPSCALE_SELECT_DEGREE_FACTORS_HPP
#define LAPSCALE_SELECT_DEGREE_FACTORS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degree_table.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/projected_degrees.hpp"
#include "lapscale/kernel/thinned_degrees.hpp"
#include "lapscale/kernel/thinned_leaves.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/centre_part.hpp"

namespace lapscale {

// t_j(h)^-alpha of all points j that some points may see, at any bandwidths h of a range.
class DegreeFactors {
 public:
  struct Plan {
    double cutoff;  // pairs beyond cutoff * h are dropped
    double alpha;
    ThinnedLeaves::Plan thinned = {0, 0};  // of very many points
  };

  //   centre      positions of the points that see, increasing
  //   bandwidths  what the range ends with among them, in the frame's unit
  //   graph       lists by position, with the point itself; null = all pairs within the cut-off
  DegreeFactors(const PointIndex& index, const std::vector<std::size_t>& centre, const Plan& plan,
                const std::vector<double>& bandwidths, const Adjacency* graph,
                const Runtime& runtime)
      : index_(index), centre_(centre), plan_(plan), graph_(graph) {
    if (!wants_sketches(bandwidths.size())) return;
    const std::vector<std::size_t> leaves = leaves_for(bandwidths, {0, centre.size()}, runtime);
    constexpr std::size_t many_columns = 32;
    if (plan.thinned.whole > 0 && index.dim() > many_columns) {
      table_.emplace(
          projected_degrees(index, leaves, bandwidths, plan.cutoff, plan.thinned, runtime));
    } else if (plan.thinned.whole > 0) {
      table_.emplace(
          thinned_degrees(index, leaves, bandwidths, plan.cutoff, plan.thinned, runtime));
    } else {
      table_.emplace(
          sketched_degrees(index, leaves, table_nodes(bandwidths), plan.cutoff, runtime));
    }
  }

  // By position, bandwidth after bandwidth: right where a part of the centres sees.
  std::vector<double> at(const std::vector<double>& bandwidths, const CentrePart& part,
                         const Runtime& runtime) const {
    const std::size_t n = index_.size();
    if (table_) {
      std::vector<double> factor(bandwidths.size() * n);
      for_blocks(runtime, bandwidths.size(), [&](std::size_t g) {
        table_->powers(bandwidths[g], -plan_.alpha, factor.data() + g * n);
      });
      return factor;
    }
    std::vector<double> factor = graph_ != nullptr
                                     ? graph_degrees(*graph_, bandwidths, plan_.cutoff, runtime)
                                     : direct_degrees(index_, leaves_for(bandwidths, part, runtime),
                                                      bandwidths, plan_.cutoff, runtime);
    for (double& f : factor) f = f > 0 ? std::pow(f, -plan_.alpha) : 0;
    return factor;
  }

 private:
  static constexpr double most_direct_weights = 4e9;

  // Sketches where one pass for all bandwidths beats a sum for each; a cut-off so near that the
  // weights are large where they end needs exact sums.
  bool wants_sketches(std::size_t n_bandwidths) const {
    if (graph_ != nullptr || plan_.cutoff < 3) return false;
    const auto n = static_cast<double>(index_.size());
    return n_bandwidths > 3 && n * n * static_cast<double>(n_bandwidths) > most_direct_weights;
  }

  std::vector<std::size_t> leaves_for(const std::vector<double>& bandwidths, const CentrePart& part,
                                      const Runtime& runtime) const {
    const double largest = *std::max_element(bandwidths.begin(), bandwidths.end());
    const double reach = std::min(plan_.cutoff, farthest_cutoff) * largest;
    const auto some = Span(centre_).part(part.begin, part.end);
    return leaves_near(index_, index_, {some.begin(), some.end()}, reach, runtime);
  }

  const PointIndex& index_;
  std::vector<std::size_t> centre_;
  Plan plan_;
  const Adjacency* graph_;
  std::optional<DegreeTable> table_;
};

}  // namespace lapscale

#endif
