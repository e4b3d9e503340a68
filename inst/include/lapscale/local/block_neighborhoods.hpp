#ifndef LAPSCALE_LOCAL_BLOCK_NEIGHBORHOODS_HPP
#define LAPSCALE_LOCAL_BLOCK_NEIGHBORHOODS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The neighbors of up to block_width points: all, or some drawn for all.
struct NeighborLists {
  std::array<std::vector<Neighbor>, block_width> list;
  std::array<std::vector<double>, block_width> raise;  // what each stands for; empty: for itself
  std::array<double, block_width> degree{};            // the heat sum of all, where some are drawn
  std::array<double, block_width> unit;                // of offsets from each
  std::array<std::vector<double>, block_width> sq_length;  // of these; empty: the distances

  NeighborLists() { unit.fill(1); }

  std::vector<Neighbor>& operator[](std::size_t q) { return list[q]; }
  const std::vector<Neighbor>& operator[](std::size_t q) const { return list[q]; }
};

// The neighborhoods of up to block_width points that lie near each other, over one packed set of
// points that serves them all. One object per thread.
class BlockNeighborhoods {
 public:
  using Lists = NeighborLists;

  // everything  all points; used when the neighborhoods cover much
  BlockNeighborhoods(const PointIndex& index, const EveryPoint& everything,
                     const SimdKernels& kernels)
      : index_(index), everything_(everything), kernels_(kernels), place_(index.size()) {}

  // Returns the points that serve the first n_centres lists; place() is known from here on.
  const PackedPoints& gather(std::size_t n_centres, const Lists& near) {
    std::vector<std::size_t> position;
    for (std::size_t q = 0; q < n_centres; ++q) {
      for (const Neighbor& neighbor : near[q]) position.push_back(neighbor.point);
    }
    std::sort(position.begin(), position.end());
    position.erase(std::unique(position.begin(), position.end()), position.end());
    if (covers_much(position.size())) {
      for (std::size_t j = 0; j < index_.size(); ++j) place_[j] = j;
      return everything_.packed();
    }
    for (std::size_t j = 0; j < position.size(); ++j) place_[position[j]] = j;
    gathered_.pack(index_, position);
    return gathered_;
  }

  // Returns the row of a position among the gathered points.
  std::size_t place(std::size_t position) const { return place_[position]; }

  // Writes the heat kernel of one list as a column of `rows` values by place, 0 elsewhere.
  void weigh(const std::vector<Neighbor>& near, double rate, std::size_t rows,
             AlignedBuffer& weight) const {
    weight.reserve(rows);
    std::fill(weight.data(), weight.data() + rows, std::numeric_limits<double>::infinity());
    for (const Neighbor& neighbor : near) weight[place_[neighbor.point]] = neighbor.sq_dist;
    kernels_.heat_weights(weight.data(), rows, rate, std::numeric_limits<double>::infinity(),
                          weight.data());
  }

  // Multiplies the entries of list q by what each stands for.
  void raise(const Lists& near, std::size_t q, AlignedBuffer& weight) const {
    for (std::size_t j = 0; j < near.raise[q].size(); ++j) {
      weight[place_[near[q][j].point]] *= near.raise[q][j];
    }
  }

 private:
  // Of points on the disk only so many are gathered in memory, more than four draws come to
  // (gc_options() in R), which are of 1024 points at least. Weights of 0 change no sum.
  bool covers_much(std::size_t n_points) const {
    const std::size_t max_numbers =
        std::max(std::size_t{5} << 23, std::size_t{5} * 1024 * index_.dim());
    const bool many = !index_.folder().empty() && n_points * index_.dim() > max_numbers;
    return many || 2 * n_points > index_.size();
  }

  const PointIndex& index_;
  const EveryPoint& everything_;
  SimdKernels kernels_;
  std::vector<std::size_t> place_;
  PackedPoints gathered_;  // its memory serves one block after the other
};

}  // namespace lapscale

#endif
