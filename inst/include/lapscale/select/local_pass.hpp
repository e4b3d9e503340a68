#ifndef LAPSCALE_SELECT_LOCAL_PASS_HPP
#define LAPSCALE_SELECT_LOCAL_PASS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/thinned_leaves.hpp"
#include "lapscale/local/block_neighborhoods.hpp"
#include "lapscale/local/neighbor_sample.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/local/thinned_search.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/centre_distances.hpp"
#include "lapscale/select/centre_part.hpp"
#include "lapscale/select/consistency_plan.hpp"
#include "lapscale/select/degree_factors.hpp"

namespace lapscale {

struct LocalPassOptions {
  double cutoff = consistency_cutoff;  // pairs beyond cutoff * h are dropped; +Inf keeps all
  double alpha = 1;                    // density exponent of the Laplacian
  NeighborSample::Plan neighbors = {std::size_t(-1), 0};
  ThinnedLeaves::Plan far_degrees = {0, 0};
  ThinnedLeaves::Plan far_neighbors = {0, 0};  // of the neighborhoods, in few columns
  PointMeasure measure = {};                   // with it nothing is thinned or drawn

  DegreePlan degrees() const { return {cutoff, alpha, far_degrees, measure}; }
};

// Visits the neighborhoods of a set of points at any bandwidths of a range, with the degrees of
// all points, which come from one pass over the pairs. What is measured there is the visitor's.
class LocalPass {
 public:
  // rows        of the points looked at
  // bandwidths  smallest and largest that will be asked for, in the frame's unit
  // graph       lists by position, with the point itself; null = all pairs within the cut-off
  // degrees     of degree_part() with the same arguments, in their order; none: found here
  LocalPass(const PointIndex& index, const std::vector<std::size_t>& rows,
            const LocalPassOptions& options, std::vector<double> bandwidths, const Adjacency* graph,
            const Runtime& runtime, const std::vector<Span<const float>>& degrees = {})
      : index_(index), options_(options), graph_(graph), order_(rows.size()) {
    bandwidths = with_squares(bandwidths);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return index.position_of(rows[a]) < index.position_of(rows[b]);
    });
    for (const std::size_t i : order_) centre_.push_back(index.position_of(rows[i]));
    if (index.dim() > max_columns_by_points) {
      everything_ = std::make_unique<EveryPoint>(index);
      if (graph == nullptr && !index.folder().empty()) distances_.emplace(index, centre_, runtime);
    }
    factors_.emplace(index, centre_, options.degrees(), bandwidths, graph, degrees, runtime);
  }

  std::size_t n_points() const { return centre_.size(); }
  const std::vector<std::size_t>& centres() const { return centre_; }  // positions, increasing
  const DegreeFactors& factors() const { return *factors_; }
  std::size_t place(std::size_t i) const { return order_[i]; }  // of `rows`, the i-th in the tree

  // Calls take(i, g, value) for each point of `rows` and each bandwidth, from several threads but
  // once for each (i, g); `value` is what a visitor finds there:
  //   few columns   sums(kernels).at(near, center, bandwidth, cutoff, degree_factor)
  //   many columns  batch(index, everything, kernels).at(centers, lists, bandwidth, degree_factor,
  //                 start), a vector of values; start: a matrix per center, kept from one bandwidth
  //                 to the next
  template <class MakeSums, class MakeBatch, class Take>
  void visit(std::vector<double> bandwidths, const MakeSums& sums, const MakeBatch& batch,
             const Take& take, const Runtime& runtime, CentrePart part = CentrePart()) const {
    bandwidths = with_squares(bandwidths);
    part = part.of(centre_.size());
    // A chunk of bandwidths at a time keeps the degree factors below 200 MB.
    const std::size_t chunk = std::max<std::size_t>(1, 25000000 / index_.size());
    std::vector<Eigen::MatrixXd> start(centre_.size());
    for (std::size_t first = 0; first < bandwidths.size(); first += chunk) {
      const std::size_t last = std::min(first + chunk, bandwidths.size());
      const std::vector<double> now(bandwidths.data() + first, bandwidths.data() + last);
      const std::vector<double> factor = factors_->at(now, part, runtime);
      const auto shifted = [&](std::size_t i, std::size_t g, const auto& value) {
        take(order_[i], first + g, value);
      };
      if (everything_) {
        by_batches(now, part, factor, start, batch, shifted, runtime);
      } else {
        by_sums(now, part, factor, sums, shifted, runtime);
      }
    }
  }

 private:
  bool is_thinned() const { return graph_ == nullptr && options_.far_neighbors.whole > 0; }

  template <class MakeSums, class Take>
  void by_sums(const std::vector<double>& bandwidths, const CentrePart& part,
               const std::vector<double>& factor, const MakeSums& make, const Take& take,
               const Runtime& runtime) const {
    const auto range = std::minmax_element(bandwidths.begin(), bandwidths.end());
    const double reach = std::min(options_.cutoff, farthest_cutoff) * *range.second;
    const LogBins bins = bins_for(*range.first, *range.second, options_.cutoff);
    const double largest = options_.measure.largest_scale();
    for_blocks(runtime, part.end - part.begin, [&](std::size_t block) {
      const std::size_t i = part.begin + block;
      std::vector<Neighbor> found;
      std::vector<double> mass;
      if (is_thinned()) {
        ThinnedSearch(index_, options_.far_neighbors, runtime)
            .find(centre_[i], reach * reach, found, mass);
      } else {
        NeighborSearch search(index_, graph_, runtime);
        options_.measure.find(search, centre_[i], reach * reach, largest, found);
        mass = options_.measure.masses(found);
      }
      Neighborhood near;
      const std::size_t most = mass.empty() ? options_.neighbors.limit : found.size();
      const auto& scale = options_.measure.scale;
      near.assign(index_, centre_[i], found, bins, most, mass,
                  scale.empty() ? 1 : scale[centre_[i]]);
      auto sums = make(runtime.kernels());
      for (std::size_t g = 0; g < bandwidths.size(); ++g) {
        take(i, g,
             sums.at(near, centre_[i], bandwidths[g], options_.cutoff,
                     factor.data() + g * index_.size()));
      }
    });
  }

  template <class MakeBatch, class Take>
  void by_batches(const std::vector<double>& bandwidths, const CentrePart& part,
                  const std::vector<double>& factor, std::vector<Eigen::MatrixXd>& start,
                  const MakeBatch& make, const Take& take, const Runtime& runtime) const {
    const auto make_batch = [&] { return make(index_, *everything_, runtime.kernels()); };
    KeptObjects<decltype(make_batch())> batches;
    const auto& scale = options_.measure.scale;
    const double largest = options_.measure.largest_scale();
    for (std::size_t g = 0; g < bandwidths.size(); ++g) {
      const double reach = std::min(options_.cutoff, farthest_cutoff) * bandwidths[g];
      const double rate = 1 / (bandwidths[g] * bandwidths[g]);
      const auto look = [&](std::size_t first, Span<const std::size_t> query) {
        first += part.begin;
        const std::vector<std::size_t> centre(query.begin(), query.end());
        const Span<Eigen::MatrixXd> from = Span(start).part(first, first + query.size());
        std::vector<Eigen::MatrixXd> known(from.begin(), from.end());
        NeighborSearch search(index_, graph_, runtime);
        NeighborSample sample(options_.neighbors);
        BlockNeighborhoods::Lists near;
        for (std::size_t q = 0; q < centre.size(); ++q) {
          distances_ ? distances_->find(first + q, reach * reach, near[q])
                     : options_.measure.find(search, centre[q], reach * reach, largest, near[q]);
          if (!scale.empty()) {
            near.unit[q] = scale[centre[q]];
            for (const Neighbor& neighbor : near[q]) {
              near.sq_length[q].push_back(neighbor.sq_dist * scale[neighbor.point] / near.unit[q]);
            }
          }
          sample.draw(runtime.kernels(), rate, centre[q], q, near);
          if (options_.measure.mass.empty()) continue;
          near.raise[q] = options_.measure.masses(near[q]);
          for (std::size_t j = 0; j < near[q].size(); ++j) {
            near.degree[q] += near.raise[q][j] * std::exp(-near[q][j].sq_dist * rate);
          }
        }
        batches.with(make_batch, [&](auto& batch) {
          const auto found =
              batch.at(centre, near, bandwidths[g], factor.data() + g * index_.size(), known);
          for (std::size_t q = 0; q < centre.size(); ++q) take(first + q, g, found[q]);
        });
        std::move(known.begin(), known.end(), from.begin());
      };
      for_query_blocks(Span(centre_).part(part.begin, part.end), runtime, look);
    }
  }

  const PointIndex& index_;
  LocalPassOptions options_;
  const Adjacency* graph_;
  std::vector<std::size_t> order_;   // center -> its place in `rows`
  std::vector<std::size_t> centre_;  // positions, increasing
  std::unique_ptr<EveryPoint> everything_;
  std::optional<CentreDistances> distances_;  // of points on the disk in many columns
  std::optional<DegreeFactors> factors_;
};

}  // namespace lapscale

#endif
