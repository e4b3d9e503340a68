#ifndef LAPSCALE_POINTS_FARTHEST_POINT_SAMPLING_HPP
#define LAPSCALE_POINTS_FARTHEST_POINT_SAMPLING_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Farthest point sampling: after the points of `start`, `count` times the point farthest from those
// already taken (Gonzalez 1985: no set of as many covers all within less than half the radius).
// Ties go to the lowest row; points that coincide with taken ones are never added.
//   z      coordinates, dim x n, of size about 1
//   start  at least one row
struct FarthestPoints {
  std::vector<std::size_t> rows;  // the added ones, in the order of their taking
  double radius;                  // no point is farther from those of `start` and the added ones
};

inline FarthestPoints farthest_point_sampling(const std::vector<double>& z, std::size_t dim,
                                              Span<const std::size_t> start, std::size_t count,
                                              const Runtime& runtime) {
  constexpr std::size_t block = 1024;
  struct Farthest {
    double sq_dist;
    std::size_t row;
  };
  const std::size_t n = z.size() / dim;
  // To the nearest taken point, n.
  std::vector<double> sq_dist(n, std::numeric_limits<double>::infinity());
  // By block.
  std::vector<Farthest> best((n + block - 1) / block);
  const auto take = [&](std::size_t taken) {
    for_ranges(n, block, runtime, [&](std::size_t begin, std::size_t end) {
      Farthest& here = best[begin / block];
      here = {-1, 0};
      for (std::size_t i = begin; i < end; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < dim; ++k) {
          const double difference = z[i * dim + k] - z[taken * dim + k];
          sum += difference * difference;
        }
        sq_dist[i] = std::min(sq_dist[i], sum);
        if (sq_dist[i] > here.sq_dist) here = {sq_dist[i], i};
      }
    });
  };
  for (const std::size_t row : start) take(row);
  const auto farthest = [&] {
    return *std::max_element(best.begin(), best.end(), [](const Farthest& a, const Farthest& b) {
      return a.sq_dist < b.sq_dist;
    });
  };
  std::vector<std::size_t> added;
  while (added.size() < count && farthest().sq_dist > 0) {
    added.push_back(farthest().row);
    take(added.back());
  }
  return {added, std::sqrt(farthest().sq_dist)};
}

}  // namespace lapscale

#endif
