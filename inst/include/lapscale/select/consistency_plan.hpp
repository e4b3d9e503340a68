#ifndef LAPSCALE_SELECT_CONSISTENCY_PLAN_HPP
#define LAPSCALE_SELECT_CONSISTENCY_PLAN_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/points/squared_distances.hpp"

namespace lapscale {

// How a LocalPass goes about points of a certain number, in a certain number of columns: the limits
// at which it changes its way, and what callers ask before there are any points.

// Above, points are looked at in blocks, by products.
constexpr std::size_t max_columns_by_points = 32;
// Up to this number the steps around points are found in subspaces, each of some 1000 numbers per
// point.
constexpr std::size_t max_points_in_subspaces = 50000;

// Tells whether subspaces cost less than sums over all neighbors: if all distances are kept, from
// fewer columns on (700 points in 24 columns: 1.0 s instead of 1.5; in 16: 1.0 instead of 0.8).
inline bool wants_subspaces(std::size_t n_points, std::size_t dim) {
  constexpr std::size_t min_columns_of_few = 20;
  if (n_points > max_points_in_subspaces) return false;
  return dim > max_columns_by_points ||
         (dim >= min_columns_of_few && n_points <= SquaredDistances::max_few);
}

// Tells whether one pass for all bandwidths beats a sum for each; a cut-off so near that the
// weights are large where they end needs exact sums.
inline bool wants_degree_table(std::size_t n_points, std::size_t n_bandwidths, double cutoff) {
  constexpr double max_direct_weights = 4e9;
  const auto n = static_cast<double>(n_points);
  return cutoff >= 3 && n_bandwidths > 3 &&
         n * n * static_cast<double>(n_bandwidths) > max_direct_weights;
}

// Samples keep the error that they add at about a tenth of the standard error where points differ,
// in hundreds of columns below a fifth (notes/subsampling.md). In many columns what is gathered of
// four neighborhoods stays within 256 MB up to 8192 columns; beyond, 1024 points of each are.
struct ConsistencyPlan {
  bool in_blocks;               // points in many columns
  bool in_subspaces;            // steps of points in memory
  bool keeps_distances;         // of all pairs, rather than the coordinates of sparse points
  bool samples;                 // of so many points those far from one are thinned:
  std::size_t max_neighbors;    //   of larger neighborhoods in many columns so many are drawn
  std::size_t whole_degrees;    //   so many of the nearest are all counted in the degrees
  std::size_t whole_neighbors;  //   and in few columns in the neighborhoods
  bool holds_degrees;           // in a table that serves all bandwidths
  double degree_seconds;        // which takes about so long on one thread
};

inline ConsistencyPlan consistency_plan(std::size_t n, std::size_t dim, std::size_t n_bandwidths,
                                        double cutoff) {
  constexpr std::size_t exact_degrees = 50000;
  ConsistencyPlan plan{};
  plan.in_blocks = dim > max_columns_by_points;
  plan.in_subspaces = wants_subspaces(n, dim);
  plan.keeps_distances = n <= std::max(SquaredDistances::max_few, dim);
  plan.samples = n > exact_degrees;
  plan.max_neighbors = std::clamp<std::size_t>((std::size_t{1} << 23) / dim, 1024, 65536);
  plan.whole_degrees = plan.in_blocks ? 512 : 2048;
  plan.whole_neighbors = 16384;
  plan.holds_degrees = wants_degree_table(n, n_bandwidths, cutoff);
  // Measured with 1e5 points in 13 columns.
  const auto size = static_cast<double>(n);
  const double met = std::min(size, std::max(2048.0, size / 256) + std::max(4096.0, size / 128));
  plan.degree_seconds = 1.5e-9 * size * met * static_cast<double>(dim);
  return plan;
}

// Returns the bytes that are needed for the points of a pass and for a neighborhood per thread. One
// of points on the disk has distances and positions of all points; in many columns the points stay
// in memory on 32 axes. Of points in memory there are copies, a row of degrees for each bandwidth,
// all distances where they are few, and the subspaces around four points per thread.
//   copied   numbers of the points that are copied; on_disk: none
inline double consistency_bytes(std::size_t n, std::size_t dim, double copied, bool on_disk,
                                std::size_t n_threads) {
  const auto size = static_cast<double>(n);
  const double own = size * static_cast<double>(n_threads);
  if (on_disk) return 60 * own + (dim > max_columns_by_points ? 150 * size : 0);
  return 8 *
         (copied + std::min(40 * size, 2.5e7) + (n <= SquaredDistances::max_few ? size * size : 0) +
          (n <= max_points_in_subspaces ? 1000 * own : 0));
}

}  // namespace lapscale

#endif
