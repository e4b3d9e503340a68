#ifndef LAPSCALE_EMBED_TRUSTWORTHINESS_HPP
#define LAPSCALE_EMBED_TRUSTWORTHINESS_HPP

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/points/point_frame.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// How the neighbourhoods of points in one space agree with those in another, per point looked at.
struct Trustworthiness {
  std::vector<double> intruders;  // over the k nearest in y: how far their ranks in x exceed k
  std::vector<double> missing;    // the same with x and y exchanged
  std::vector<double> shared;     // share of the k nearest in x that are also so in y
};

// All other points from the nearest to the farthest: rank[j] in 1..n-1 of point j, ties by row; 0
// for the point itself.
inline std::vector<std::size_t> neighbor_ranks(const std::vector<double>& z, std::size_t dim,
                                               std::size_t at) {
  const std::size_t n = z.size() / dim;
  std::vector<std::pair<double, std::size_t>> order(n);
  for (std::size_t j = 0; j < n; ++j) {
    double sq_dist = 0;
    for (std::size_t c = 0; c < dim; ++c) {
      const double step = z[j * dim + c] - z[at * dim + c];
      sq_dist += step * step;
    }
    order[j] = {j == at ? -1.0 : sq_dist, j};
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> rank(n);
  for (std::size_t r = 0; r < n; ++r) rank[order[r].second] = r;
  return rank;
}

//   x, y    the same n points in two spaces
//   points  rows to look at
//   k       below n
// Source: Venna, Kaski (2001), ICANN: trustworthiness and continuity.
inline Trustworthiness trustworthiness(const PointView& x, const PointView& y,
                                       Span<const std::size_t> points, std::size_t k,
                                       const Runtime& runtime) {
  const std::vector<double> in_x = coordinates_in(frame_of(x), x);
  const std::vector<double> in_y = coordinates_in(frame_of(y), y);
  const std::size_t m = points.size();
  Trustworthiness result{std::vector<double>(m), std::vector<double>(m), std::vector<double>(m)};
  for_blocks(runtime, m, [&](std::size_t i) {
    const std::vector<std::size_t> rank_x = neighbor_ranks(in_x, x.dim, points[i]);
    const std::vector<std::size_t> rank_y = neighbor_ranks(in_y, y.dim, points[i]);
    double shared = 0;
    for (std::size_t j = 0; j < rank_x.size(); ++j) {
      if (j == points[i]) continue;
      const bool near_x = rank_x[j] <= k;
      const bool near_y = rank_y[j] <= k;
      if (near_x && near_y) shared += 1;
      if (near_y && !near_x) result.intruders[i] += static_cast<double>(rank_x[j] - k);
      if (near_x && !near_y) result.missing[i] += static_cast<double>(rank_y[j] - k);
    }
    result.shared[i] = shared / static_cast<double>(k);
  });
  return result;
}

}  // namespace lapscale

#endif
