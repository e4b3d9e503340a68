#ifndef LAPSCALE_SELECT_NEAREST_OF_POINTS_HPP
#define LAPSCALE_SELECT_NEAREST_OF_POINTS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The distances of all points to their few nearest, by which a pass over close pairs leaves out the
// points that have none. In many columns the search for them, in principal axes and floats, takes a
// tenth of the time of that pass from all points; in few it takes longer.
class NearestOfPoints {
 public:
  // Of many points in memory and many columns; else nothing is known, and no point left out.
  void find(const PointIndex& index, const Runtime& runtime) {
    constexpr std::size_t many_columns = 16;
    constexpr std::size_t many_points = 4096;
    const bool is_quicker =
        index.dim() > many_columns && index.size() >= many_points && index.in_panels();
    if (!is_quicker) return;
    sq_dist_.resize(index.size() * k);
    const NearestSearch search(index, runtime);
    search.run(k, Ties::any, {0, search.searched().tree().n_leaves()}, runtime,
               [&](std::size_t row, const std::vector<Neighbor>& found) {
                 float* to = sq_dist_.data() + index.position_of(row) * k;
                 for (const Neighbor& neighbor : found)
                   *to++ = static_cast<float>(neighbor.sq_dist);
               });
  }

  // Of the squared distances above zero a bound on the least, from above; +Inf where none is known.
  double bound() const {
    double least = std::numeric_limits<double>::infinity();
    for (const float s : sq_dist_) least = s > 0 ? std::min<double>(least, s) : least;
    return least * above;
  }

  // By leaf, whether one of its points may have another within a radius; empty: any may. Points
  // that coincide count as near all.
  std::vector<char> near(double sq_radius) const {
    return points_with([&](const float* nearest) { return nearest[0] <= sq_radius * above; });
  }

  // By leaf, whether the weights exp(-d^2 / h^2) of one of its points with those that do not
  // coincide with it may add up to `limit`; empty: any may.
  std::vector<char> reaching(double limit, double bandwidth) const {
    const double rate = 1 / (bandwidth * bandwidth);
    const std::size_t n_points = sq_dist_.size() / k;
    const auto others = static_cast<double>(n_points - k);
    return points_with([&](const float* nearest) {
      double sum = 0;
      for (std::size_t j = 0; j < k; ++j) {
        if (nearest[j] > 0) sum += std::exp(-static_cast<double>(nearest[j]) * rate);
      }
      // The others are no nearer than the last.
      return (sum + others * std::exp(-static_cast<double>(nearest[k - 1]) * rate)) * above >=
             limit;
    });
  }

 private:
  static constexpr std::size_t k = 16;
  static constexpr double above = 1 + 1e-5;  // distances are known to a float, their exp() to this

  template <class Wants>
  std::vector<char> points_with(const Wants& wants) const {
    std::vector<char> found(sq_dist_.size() / k);
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i] = wants(sq_dist_.data() + i * k) ? 1 : 0;
    }
    return found;
  }

  std::vector<float> sq_dist_;  // by position, nearest first; empty: not known
};

}  // namespace lapscale

#endif
