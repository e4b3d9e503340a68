#ifndef LAPSCALE_EMBED_TRUSTWORTHINESS_HPP
#define LAPSCALE_EMBED_TRUSTWORTHINESS_HPP

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Measures how the neighborhoods of points in one space agree with those in another, per point
// looked at.
struct Trustworthiness {
  std::vector<double> intruders;  // over the k nearest in y: how far their ranks in x exceed k
  std::vector<double> missing;    // the same with x and y exchanged
  std::vector<double> shared;     // share of the k nearest in x that are also so in y
};

// The other points seen from one: what the ties among them leave open is shared among the tied.
struct NeighborRanks {
  std::vector<std::size_t> rank;  // how many points are nearer, and 1 more; of the point itself 0
  std::vector<double> share;      // of each point in the k nearest, in [0, 1]; of sum k
};

inline NeighborRanks neighbor_ranks(const std::vector<double>& z, std::size_t dim, std::size_t at,
                                    std::size_t k) {
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
  NeighborRanks found{std::vector<std::size_t>(n), std::vector<double>(n)};
  for (std::size_t begin = 1; begin < n;) {
    std::size_t end = begin + 1;
    while (end < n && order[end].first <= largest_equal(order[begin].first)) ++end;
    const double left = k < begin ? 0 : static_cast<double>(k + 1 - begin);
    const double share = std::min(1.0, left / static_cast<double>(end - begin));
    for (std::size_t r = begin; r < end; ++r) {
      found.rank[order[r].second] = begin;
      found.share[order[r].second] = share;
    }
    begin = end;
  }
  return found;
}

// Tells how far the ranks in another space exceed k, over the k nearest in one.
inline double excess_of_ranks(const NeighborRanks& one, const NeighborRanks& other, std::size_t k) {
  double sum = 0;
  for (std::size_t j = 0; j < one.share.size(); ++j) {
    if (other.rank[j] > k) sum += one.share[j] * static_cast<double>(other.rank[j] - k);
  }
  return sum;
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
    const NeighborRanks near_x = neighbor_ranks(in_x, x.dim, points[i], k);
    const NeighborRanks near_y = neighbor_ranks(in_y, y.dim, points[i], k);
    result.intruders[i] = excess_of_ranks(near_y, near_x, k);
    result.missing[i] = excess_of_ranks(near_x, near_y, k);
    double shared = 0;
    for (std::size_t j = 0; j < near_x.share.size(); ++j) {
      shared += std::min(near_x.share[j], near_y.share[j]);
    }
    result.shared[i] = shared / static_cast<double>(k);
  });
  return result;
}

}  // namespace lapscale

#endif
