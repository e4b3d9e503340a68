#ifndef LAPSCALE_POINTS_FARTHEST_POINT_SAMPLING_HPP
#define LAPSCALE_POINTS_FARTHEST_POINT_SAMPLING_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "lapscale/points/pair_source.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/simd_kernels.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Farthest point sampling: after the points of `start`, `count` times the point farthest from those
// already taken (Gonzalez 1985: no set of as many covers all within less than half the radius).
// Ties go to the lowest row; points that coincide with taken ones are never added.
struct FarthestPoints {
  std::vector<std::size_t> rows;  // the added ones, in the order of their taking
  double radius;                  // no point is farther from those of `start` and the added ones
};

//   from   from(taken) is a function of (begin, end, out): writes the squared distances of these
//          rows to the taken one, from several threads
//   start  at least one row
template <class From>
FarthestPoints farthest_point_sampling(std::size_t n, const From& from,
                                       Span<const std::size_t> start, std::size_t count,
                                       const Runtime& runtime) {
  constexpr std::size_t block = 1024;
  struct Farthest {
    double sq_dist;
    std::size_t row;
  };
  // To the nearest taken point, n.
  std::vector<double> sq_dist(n, std::numeric_limits<double>::infinity());
  // By block.
  std::vector<Farthest> best((n + block - 1) / block);
  const auto take = [&](std::size_t taken) {
    const auto write = from(taken);
    for_ranges(n, block, runtime, [&](std::size_t begin, std::size_t end) {
      double found[block];
      write(begin, end, found);
      Farthest& here = best[begin / block];
      here = {-1, 0};
      for (std::size_t i = begin; i < end; ++i) {
        sq_dist[i] = std::min(sq_dist[i], found[i - begin]);
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

//   z  coordinates, dim x n, of size about 1
inline FarthestPoints farthest_point_sampling(const std::vector<double>& z, std::size_t dim,
                                              Span<const std::size_t> start, std::size_t count,
                                              const Runtime& runtime) {
  const auto from = [&](std::size_t taken) {
    return [&z, dim, taken](std::size_t begin, std::size_t end, double* out) {
      for (std::size_t i = begin; i < end; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < dim; ++k) {
          const double difference = z[i * dim + k] - z[taken * dim + k];
          sum += difference * difference;
        }
        *out++ = sum;
      }
    };
  };
  return farthest_point_sampling(z.size() / dim, from, start, count, runtime);
}

// Of sparse points, or of distances.
inline FarthestPoints farthest_point_sampling(const PairSource& points,
                                              Span<const std::size_t> start, std::size_t count,
                                              const Runtime& runtime) {
  const auto from = [&](std::size_t taken) {
    const std::vector<std::size_t> query(block_width, taken);
    std::vector<double> packed(block_width * points.dim());
    points.pack_block(query.data(), 1, packed.data());
    return [&points, query, packed = std::move(packed)](std::size_t begin, std::size_t end,
                                                        double* out) {
      std::vector<std::uint32_t> row(end - begin);
      std::iota(row.begin(), row.end(), static_cast<std::uint32_t>(begin));
      std::vector<double> found(block_width * row.size());
      points.sq_distances(points, query.data(), packed.data(), row.data(), row.size(), row.size(),
                          found.data());
      std::copy(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(row.size()), out);
    };
  };
  return farthest_point_sampling(points.size(), from, start, count, runtime);
}

}  // namespace lapscale

#endif
