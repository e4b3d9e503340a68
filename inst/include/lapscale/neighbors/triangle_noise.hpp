#ifndef LAPSCALE_NEIGHBORS_TRIANGLE_NOISE_HPP
#define LAPSCALE_NEIGHBORS_TRIANGLE_NOISE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The squared length of the noise of each point, read from the triangles that it forms with pairs
// of its neighbors: the mean over pairs j != k of
//
//   (|y_i - y_j|^2 + |y_i - y_k|^2 - |y_j - y_k|^2) / 2 = <y_j - y_i, y_k - y_i>,
//
// which holds the noise of point i and not that of its neighbors if the noise of different points
// is nearly orthogonal. Without noise it is near 0, on either side. The nearest of all rows are
// those with little noise, on one side of the point if noise varies along the data. So the k
// neighbors are chosen among more, by squared distances less the noise that the first k tell.
class TriangleNoise {
 public:
  //   lists  by position, without the point itself
  TriangleNoise(const PointIndex& index, const Adjacency& lists) : index_(index), lists_(lists) {}

  // Returns a number per position, 0 where a point has less than two neighbors.
  std::vector<double> run(std::size_t k, const Runtime& runtime) const {
    const std::vector<double> first = mean_products(runtime, [&](std::size_t i) {
      return std::vector<Neighbor>(lists_.of(i).begin(), lists_.of(i).begin() + count(i, k));
    });
    return mean_products(runtime, [&](std::size_t i) {
      std::vector<Neighbor> list(lists_.of(i).begin(), lists_.of(i).end());
      const auto rest = [&](const Neighbor& neighbor) {
        return neighbor.sq_dist - std::max(first[neighbor.point], 0.0);
      };
      std::stable_sort(list.begin(), list.end(),
                       [&](const Neighbor& a, const Neighbor& b) { return rest(a) < rest(b); });
      list.resize(static_cast<std::size_t>(count(i, k)));
      return list;
    });
  }

 private:
  static constexpr std::size_t block_size = 64;

  std::ptrdiff_t count(std::size_t i, std::size_t k) const {
    return static_cast<std::ptrdiff_t>(std::min(k, lists_.of(i).size()));
  }

  template <class Neighbors>
  std::vector<double> mean_products(const Runtime& runtime, const Neighbors& neighbors) const {
    std::vector<double> noise(index_.size());
    for_ranges(index_.size(), block_size, runtime, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      for (std::size_t i = begin; i < end; ++i) {
        const std::vector<Neighbor> found = neighbors(i);
        const Span<const Neighbor> list(found.data(), found.size());
        if (list.size() < 2) continue;
        const auto k = static_cast<double>(list.size());
        noise[i] = twice_products(i, list, scratch) / (k * (k - 1));
      }
    });
    return noise;
  }

  struct Scratch {
    std::vector<double> sum;
    std::vector<std::uint32_t> row;
    AlignedBuffer block;
    std::vector<double> sq_dist;
  };

  // The sum of the products of all pairs, each counted twice.
  double twice_products(std::size_t i, Span<const Neighbor> list, Scratch& scratch) const {
    double own = 0;
    for (const Neighbor& neighbor : list) own += neighbor.sq_dist;
    if (index_.source() != nullptr) {
      return (static_cast<double>(list.size()) - 1) * own - between(list, scratch);
    }
    // |sum_j (y_j - y_i)|^2 holds every pair, and the squares themselves.
    std::vector<double>& sum = scratch.sum;
    sum.assign(index_.dim(), 0.0);
    index_.for_coordinates(
        i, [&](std::size_t c, double x) { sum[c] = -static_cast<double>(list.size()) * x; });
    for (const Neighbor& neighbor : list) {
      index_.for_coordinates(neighbor.point, [&](std::size_t c, double x) { sum[c] += x; });
    }
    double square = 0;
    for (const double s : sum) square += s * s;
    return square - own;
  }

  // The sum of the squared distances between neighbors, each pair once.
  double between(Span<const Neighbor> list, Scratch& scratch) const {
    const PairSource& source = *index_.source();
    scratch.row.clear();
    for (const Neighbor& neighbor : list) {
      scratch.row.push_back(static_cast<std::uint32_t>(index_.row_of(neighbor.point)));
    }
    scratch.block.reserve(block_width * index_.dim());
    scratch.sq_dist.resize(block_width * list.size());
    double sum = 0;
    for (std::size_t first = 0; first < list.size(); first += block_width) {
      const std::size_t width = std::min(block_width, list.size() - first);
      std::size_t query[block_width];
      for (std::size_t q = 0; q < block_width; ++q) {
        query[q] = scratch.row[first + (q < width ? q : 0)];
      }
      source.pack_block(query, width, scratch.block.data());
      source.sq_distances(source, query, scratch.block.data(), scratch.row.data(), list.size(),
                          list.size(), scratch.sq_dist.data());
      for (std::size_t q = 0; q < width; ++q) {
        for (std::size_t j = first + q + 1; j < list.size(); ++j) {
          sum += scratch.sq_dist[q * list.size() + j];
        }
      }
    }
    return sum;
  }

  const PointIndex& index_;
  const Adjacency& lists_;
};

}  // namespace lapscale

#endif
