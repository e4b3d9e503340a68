#ifndef LAPSCALE_EMBED_TRUSTWORTHINESS_HPP
#define LAPSCALE_EMBED_TRUSTWORTHINESS_HPP

#include <algorithm>
#include <cstddef>
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

// The squared distances of all points from one, by position, its own below all others.
inline void sq_distances_from(const std::vector<double>& z, std::size_t dim, std::size_t centre,
                              std::vector<double>& sq_dist) {
  const std::size_t n = z.size() / dim;
  sq_dist.resize(n);
  const double* own = z.data() + centre * dim;
  for (std::size_t j = 0; j < n; ++j) {
    double sum = 0;
    for (std::size_t c = 0; c < dim; ++c) {
      const double step = z[j * dim + c] - own[c];
      sum += step * step;
    }
    sq_dist[j] = sum;
  }
  sq_dist[centre] = -1;
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
  scratch = sq_dist;
  const auto kth = scratch.begin() + static_cast<std::ptrdiff_t>(k);
  std::nth_element(scratch.begin(), kth, scratch.end());
  const double last = *kth;
  // The first of those that are tied with the k-th.
  std::sort(scratch.begin(), kth + 1);
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
    std::vector<double> sq_x, sq_y, scratch;
    sq_distances_from(in_x, x.dim, points[i], sq_x);
    sq_distances_from(in_y, y.dim, points[i], sq_y);
    const NearestShares near_x = nearest_shares(sq_x, k, scratch);
    const NearestShares near_y = nearest_shares(sq_y, k, scratch);
    result.intruders[i] = excess_of_ranks(near_y, sq_x, k);
    result.missing[i] = excess_of_ranks(near_x, sq_y, k);
    result.shared[i] = common_share(near_x, near_y) / static_cast<double>(k);
  });
  return result;
}

}  // namespace lapscale

#endif
