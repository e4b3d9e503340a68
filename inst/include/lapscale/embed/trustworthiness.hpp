#ifndef LAPSCALE_EMBED_TRUSTWORTHINESS_HPP
#define LAPSCALE_EMBED_TRUSTWORTHINESS_HPP

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/centre_distances.hpp"

namespace lapscale {

// How the neighborhoods of points in one space agree with those in another, per point.
struct Trustworthiness {
  std::vector<double> intruders;  // over the k nearest in y: how far their ranks in x exceed k
  std::vector<double> missing;    // the same with x and y exchanged
  std::vector<double> shared;     // share of the k nearest in x that are also so in y
  std::vector<std::vector<std::size_t>> nearest;  // the k nearest in y and all ties, by row
};

// Squared distances by row instead of position, that of the point itself below all others.
inline void by_row(const PointIndex& index, const double* sq_dist, std::size_t row,
                   std::vector<double>& out) {
  out.resize(index.size());
  for (std::size_t j = 0; j < index.size(); ++j) out[index.row_of(j)] = sq_dist[j];
  out[row] = -1;
}

// The k nearest others of one point: what the ties among them leave open is shared among the tied.
struct NearestShares {
  std::vector<std::size_t> point;  // increasing: k, or more where the last are tied
  std::vector<double> share;       // of each in the k nearest, in (0, 1]; of sum k
};

// A tie begins at a distance and ends at the largest that counts as equal to it.
//   scratch  of any content
inline NearestShares nearest_shares(const std::vector<double>& sq_dist, std::size_t k,
                                    std::vector<double>& scratch) {
  scratch.resize(k + 1);
  std::partial_sort_copy(sq_dist.begin(), sq_dist.end(), scratch.begin(), scratch.end());
  const double last = scratch[k];
  // The first of those that are tied with the k-th.
  std::size_t begin = 1;
  while (begin < k && largest_equal(scratch[begin]) < last) {
    const double end = largest_equal(scratch[begin]);
    while (begin < k && scratch[begin] <= end) ++begin;
  }
  const double first = scratch[begin];
  const double end = largest_equal(first);
  NearestShares found;
  std::size_t n_tied = 0;
  for (std::size_t j = 0; j < sq_dist.size(); ++j) {
    if (sq_dist[j] < 0 || sq_dist[j] > end) continue;
    found.point.push_back(j);
    found.share.push_back(sq_dist[j] < first ? 1 : 0);
    if (sq_dist[j] >= first) ++n_tied;
  }
  const double share = static_cast<double>(k + 1 - begin) / static_cast<double>(n_tied);
  for (double& s : found.share) {
    if (s == 0) s = share;
  }
  return found;
}

// Tells how far the ranks in another space exceed k, over the k nearest in one. A rank is 1 more
// than the number of points that are nearer and not tied.
inline double excess_of_ranks(const NearestShares& one, const std::vector<double>& other,
                              std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < one.point.size(); ++i) {
    const double own = other[one.point[i]];
    const auto nearer = std::count_if(other.begin(), other.end(),
                                      [own](double d) { return largest_equal(d) < own; });
    const auto rank = static_cast<std::size_t>(nearer);  // the point itself is the 1 more
    if (rank > k) sum += one.share[i] * static_cast<double>(rank - k);
  }
  return sum;
}

// The sum over points of the smaller of two shares.
inline double common_share(const NearestShares& one, const NearestShares& other) {
  double sum = 0;
  std::size_t j = 0;
  for (std::size_t i = 0; i < one.point.size(); ++i) {
    while (j < other.point.size() && other.point[j] < one.point[i]) ++j;
    if (j == other.point.size()) break;
    if (other.point[j] == one.point[i]) sum += std::min(one.share[i], other.share[j]);
  }
  return sum;
}

//   x, y  the same n points in two spaces
//   rows  to look at
//   k     below n
// Source: Venna, Kaski (2001), ICANN: trustworthiness and continuity.
inline Trustworthiness trustworthiness(const PointIndex& x, const PointIndex& y,
                                       Span<const std::size_t> rows, std::size_t k,
                                       const Runtime& runtime) {
  // The distances of so many points are in memory, 2 x 32 x n.
  constexpr std::size_t together = 32;
  const std::size_t m = rows.size();
  Trustworthiness result{std::vector<double>(m), std::vector<double>(m), std::vector<double>(m),
                         std::vector<std::vector<std::size_t>>(m)};
  for (std::size_t first = 0; first < m; first += together) {
    const auto some = rows.part(first, std::min(first + together, m));
    std::vector<std::size_t> at_x, at_y;
    for (const std::size_t row : some) {
      at_x.push_back(x.position_of(row));
      at_y.push_back(y.position_of(row));
    }
    const CentreDistances from_x(x, at_x, runtime);
    const CentreDistances from_y(y, at_y, runtime);
    for_blocks(runtime, some.size(), [&](std::size_t i) {
      std::vector<double> sq_x, sq_y, scratch;
      by_row(x, from_x.of(i), some[i], sq_x);
      by_row(y, from_y.of(i), some[i], sq_y);
      const NearestShares near_x = nearest_shares(sq_x, k, scratch);
      NearestShares near_y = nearest_shares(sq_y, k, scratch);
      result.intruders[first + i] = excess_of_ranks(near_y, sq_x, k);
      result.missing[first + i] = excess_of_ranks(near_x, sq_y, k);
      result.shared[first + i] = common_share(near_x, near_y) / static_cast<double>(k);
      result.nearest[first + i] = std::move(near_y.point);
    });
  }
  return result;
}

}  // namespace lapscale

#endif
