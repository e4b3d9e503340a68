#ifndef LAPSCALE_SELECT_DEGREE_FACTORS_HPP
#define LAPSCALE_SELECT_DEGREE_FACTORS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <vector>

#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degree_table.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/distance_sketch.hpp"
#include "lapscale/kernel/projected_degrees.hpp"
#include "lapscale/kernel/thinned_degrees.hpp"
#include "lapscale/kernel/thinned_leaves.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/centre_part.hpp"
#include "lapscale/select/consistency_plan.hpp"

namespace lapscale {

// Holds what stands beside the points, by position.
struct PointMeasure {
  std::vector<double> mass;   // how many observations each stands for; empty: one
  std::vector<double> scale;  // pairs are weighed by |x_i - x_j|^2 / (s_i s_j); empty: s = 1
  double scale_power = 0;     // the factor of a point is t_i^-alpha s_i^scale_power

  bool is_plain() const { return mass.empty() && scale.empty(); }

  double largest_scale() const {
    return scale.empty() ? 1 : *std::max_element(scale.begin(), scale.end());
  }

  // Finds the neighbors of a position within sqrt(sq_radius), and their squared distances, in units
  // of the scales.
  //   largest  of largest_scale()
  void find(NeighborSearch& search, std::size_t position, double sq_radius, double largest,
            std::vector<Neighbor>& found) const {
    if (scale.empty()) {
      search.find(position, sq_radius, found);
      return;
    }
    const double own = scale[position];
    search.find(position, sq_radius * own * largest, found);
    for (Neighbor& neighbor : found) neighbor.sq_dist /= own * scale[neighbor.point];
    found.erase(
        std::remove_if(found.begin(), found.end(),
                       [&](const Neighbor& neighbor) { return neighbor.sq_dist > sq_radius; }),
        found.end());
  }

  // Returns the masses of a list; empty where each is 1.
  std::vector<double> masses(const std::vector<Neighbor>& list) const {
    std::vector<double> found;
    if (mass.empty()) return found;
    for (const Neighbor& neighbor : list) found.push_back(mass[neighbor.point]);
    return found;
  }
};

// The degrees of all points with what stands beside them, bandwidth after bandwidth, by position.
inline std::vector<double> measured_degrees(const PointIndex& index, const Adjacency* graph,
                                            const PointMeasure& measure,
                                            const std::vector<double>& bandwidths, double cutoff,
                                            const Runtime& runtime) {
  constexpr std::size_t block = 64;
  const std::size_t n = index.size();
  const auto range = std::minmax_element(bandwidths.begin(), bandwidths.end());
  const double reach = std::min(cutoff, farthest_cutoff) * *range.second;
  const LogBins bins = bins_for(*range.first, *range.second, cutoff);
  std::vector<double> degree(bandwidths.size() * n);
  const double largest = measure.largest_scale();
  for_ranges(n, block, runtime, [&](std::size_t begin, std::size_t end) {
    NeighborSearch search(index, graph, runtime);
    std::vector<Neighbor> found;
    for (std::size_t i = begin; i < end; ++i) {
      measure.find(search, i, reach * reach, largest, found);
      std::vector<double> mass = measure.masses(found);
      if (mass.empty()) mass.assign(found.size(), 1.0);
      // With many neighbors a sketch that serves all bandwidths costs less.
      if (cutoff >= 3 && found.size() > bins.size()) {
        std::vector<double> sq_dist;
        sq_dist.reserve(found.size());
        for (const Neighbor& neighbor : found) sq_dist.push_back(neighbor.sq_dist);
        DistanceSketch sketch(bins);
        sketch.add(sq_dist, mass);
        for (std::size_t g = 0; g < bandwidths.size(); ++g) {
          degree[g * n + i] = sketch.heat_sum(bandwidths[g]);
        }
        continue;
      }
      for (std::size_t g = 0; g < bandwidths.size(); ++g) {
        const double rate = 1 / (bandwidths[g] * bandwidths[g]);
        double sum = 0;
        for (std::size_t j = 0; j < found.size(); ++j) {
          const double exponent = found[j].sq_dist * rate;
          if (exponent <= cutoff * cutoff) sum += mass[j] * std::exp(-exponent);
        }
        degree[g * n + i] = sum;
      }
    }
  });
  return degree;
}

// Says how degrees are counted and used.
struct DegreePlan {
  double cutoff;  // pairs beyond cutoff * h are dropped
  double alpha;
  ThinnedLeaves::Plan thinned = {0, 0};  // of very many points
  PointMeasure measure = {};
};

// Returns the table of the degrees of these leaves, thinned or not; of no leaves an empty one.
//   bandwidths  in the frame's unit
inline DegreeTable degree_table(const PointIndex& index, const std::vector<std::size_t>& leaves,
                                const std::vector<double>& bandwidths, const DegreePlan& plan,
                                const Runtime& runtime) {
  if (plan.thinned.whole == 0) {
    return sketched_degrees(index, leaves, table_nodes(bandwidths), plan.cutoff, runtime);
  }
  return index.dim() > max_columns_by_points
             ? projected_degrees(index, leaves, bandwidths, plan.cutoff, plan.thinned, runtime)
             : thinned_degrees(index, leaves, bandwidths, plan.cutoff, plan.thinned, runtime);
}

// Returns the leaves whose points may be seen from `centre`, positions, at these bandwidths.
inline std::vector<std::size_t> leaves_seen(const PointIndex& index,
                                            const std::vector<std::size_t>& centre,
                                            const std::vector<double>& bandwidths, double cutoff,
                                            const Runtime& runtime) {
  const double largest = *std::max_element(bandwidths.begin(), bandwidths.end());
  return leaves_near(index, index, centre, std::min(cutoff, farthest_cutoff) * largest, runtime);
}

// t_j(h)^-alpha of all points j that some points may see, at any bandwidths h of a range.
class DegreeFactors {
 public:
  //   centre      positions of the points that see, increasing
  //   bandwidths  what the range ends with among them, in the frame's unit
  //   graph       lists by position, with the point itself; null = all pairs within the cut-off
  //   parts       of degree_part() with the same arguments, in their order; none: found here
  DegreeFactors(const PointIndex& index, const std::vector<std::size_t>& centre,
                const DegreePlan& plan, const std::vector<double>& bandwidths,
                const Adjacency* graph, const std::vector<Span<const float>>& parts,
                const Runtime& runtime)
      : index_(index), centre_(centre), plan_(plan), graph_(graph) {
    // Distances alone have degrees of their own: DistanceConsistency.
    if (graph != nullptr || !plan.measure.is_plain() || !index.has_coordinates() ||
        !wants_degree_table(index.size(), bandwidths.size(), plan.cutoff)) {
      return;
    }
    const std::vector<std::size_t> none;
    const auto leaves =
        parts.empty() ? leaves_seen(index, centre, bandwidths, plan.cutoff, runtime) : none;
    table_.emplace(degree_table(index, leaves, bandwidths, plan, runtime));
    std::size_t begin = 0;
    for (const auto& part : parts) begin = table_->take_part(begin, part);
    if (!parts.empty() && begin != index.size()) {
      throw std::invalid_argument("DegreeFactors: parts of the degrees are missing");
    }
  }

  // By position, bandwidth after bandwidth: right where a part of the centers sees.
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
    std::vector<double> factor =
        !plan_.measure.is_plain()
            ? measured_degrees(index_, graph_, plan_.measure, bandwidths, plan_.cutoff, runtime)
        : graph_ != nullptr ? graph_degrees(*graph_, bandwidths, plan_.cutoff, runtime)
                            : summed(bandwidths, part, runtime);
    for (double& f : factor) f = f > 0 ? std::pow(f, -plan_.alpha) : 0;
    scale_factors(factor);
    return factor;
  }

 private:
  // In a unit of their own, which a walk does not see.
  void scale_factors(std::vector<double>& factor) const {
    const PointMeasure& measure = plan_.measure;
    if (measure.scale.empty()) return;
    const int exponent = std::ilogb(measure.largest_scale());
    const std::size_t n = index_.size();
    for (std::size_t i = 0; i < n; ++i) {
      const double power = std::pow(std::scalbn(measure.scale[i], -exponent), measure.scale_power);
      for (std::size_t at = i; at < factor.size(); at += n) factor[at] *= power;
    }
  }

  std::vector<double> summed(const std::vector<double>& bandwidths, const CentrePart& part,
                             const Runtime& runtime) const {
    const auto some = Span(centre_).part(part.begin, part.end);
    const std::vector<std::size_t> leaves =
        leaves_seen(index_, {some.begin(), some.end()}, bandwidths, plan_.cutoff, runtime);
    return direct_degrees(index_, leaves, bandwidths, plan_.cutoff, runtime);
  }

  const PointIndex& index_;
  std::vector<std::size_t> centre_;
  DegreePlan plan_;
  const Adjacency* graph_;
  std::optional<DegreeTable> table_;
};

}  // namespace lapscale

#endif
