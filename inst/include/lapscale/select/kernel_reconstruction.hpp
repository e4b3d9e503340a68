#ifndef LAPSCALE_SELECT_KERNEL_RECONSTRUCTION_HPP
#define LAPSCALE_SELECT_KERNEL_RECONSTRUCTION_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Measures how badly some points are rebuilt as the mean of all others, weighted by the heat
// kernel:
//
//   R_i(h) = | x_i - sum_{j != i} w_ij x_j / sum_{j != i} w_ij |^2
//
// (Perrault-Joncas, Meila, McQueen 2017, section 5). Weights are taken relative to that of the
// nearest point, which changes no quotient: R_i is right also where all weights underflow.
class KernelReconstruction {
 public:
  explicit KernelReconstruction(const PointIndex& index)
      : index_(index), columns_(padded(index.dim() + 1)) {
    const std::size_t rows = index.tree().n_leaves() * leaf_size;
    coordinate_ = AlignedBuffer(columns_ * rows);
    stride_ = rows;
    std::fill(coordinate_.data(), coordinate_.data() + columns_ * rows, 0.0);
    for (std::size_t j = 0; j < index.size(); ++j) {
      for (std::size_t k = 0; k <= index.dim(); ++k) {
        coordinate_[(k / panel_width * rows + j) * panel_width + k % panel_width] =
            k < index.dim() ? index.coordinate(j, k) : 1;
      }
    }
  }

  // bandwidths  length g, in the frame's unit
  // returns     m x g, bandwidth after bandwidth
  std::vector<double> errors(const std::vector<std::size_t>& position,
                             Span<const double> bandwidths, const Runtime& runtime) const {
    const std::size_t m = position.size();
    // In many columns more points share what is read of the coordinates.
    const std::size_t together = index_.dim() > 32 ? max_together : block_width;
    std::vector<double> error(m * bandwidths.size());
    for_ranges(m, together, runtime, [&](std::size_t first, std::size_t last) {
      const Span<const std::size_t> query = Span(position).part(first, last);
      Block block(*this, runtime);
      block.assign(query);
      for (std::size_t g = 0; g < bandwidths.size(); ++g) {
        block.write_errors(query, bandwidths[g], error.data() + g * m + first);
      }
    });
    return error;
  }

 private:
  // Weights below exp(-cut) of the largest are left out.
  static constexpr double cut = 40;
  static constexpr std::size_t max_together = 32;    // points
  static constexpr std::size_t leaves_at_once = 16;  // whose weights stay in the cache
  static constexpr std::size_t rows_at_once = leaves_at_once * leaf_size;

  // The squared distances of some points to all others. One object per thread.
  class Block {
   public:
    Block(const KernelReconstruction& whole, const Runtime& runtime)
        : whole_(whole), kernels_(runtime.kernels()), pass_(whole.index_, runtime) {}

    void assign(Span<const std::size_t> query) {
      const std::size_t n = whole_.stride_;
      n_blocks_ = (query.size() + block_width - 1) / block_width;
      const std::size_t width = n_blocks_ * block_width;
      sq_dist_.reserve(width * n);
      weight_.reserve(width * rows_at_once);
      kernel_.reserve(rows_at_once);
      moment_.resize(width * whole_.columns_);
      nearest_in_leaf_.assign(n / leaf_size, infinity);
      pass_.select_leaves(LeafRun{0, n / leaf_size});
      pass_.run(query,
                [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                  std::copy(sq_dist, sq_dist + count, sq_dist_.data() + q * n + first);
                });
      for (std::size_t q = 0; q < query.size(); ++q) {
        double* s = sq_dist_.data() + q * n;
        s[query[q]] = infinity;
        const double nearest = *std::min_element(s, s + n);
        for (std::size_t j = 0; j < n; ++j) s[j] -= nearest;
        for (std::size_t leaf = 0; leaf < nearest_in_leaf_.size(); ++leaf) {
          const double* begin = s + leaf * leaf_size;
          nearest_in_leaf_[leaf] =
              std::min(nearest_in_leaf_[leaf], *std::min_element(begin, begin + leaf_size));
        }
      }
    }

    // Of the points of assign().
    void write_errors(Span<const std::size_t> query, double bandwidth, double* error) {
      const double h = with_square(bandwidth);
      const double rate = 1 / (h * h);
      std::fill(moment_.begin(), moment_.end(), 0.0);
      std::fill(weight_.data(), weight_.data() + weight_.size(), 0.0);
      const std::size_t n_leaves = nearest_in_leaf_.size();
      for (std::size_t begin = 0; begin < n_leaves; begin += leaves_at_once) {
        const std::size_t end = std::min(begin + leaves_at_once, n_leaves);
        const auto is_near = [&](std::size_t leaf) { return nearest_in_leaf_[leaf] * rate <= cut; };
        for (std::size_t first = begin; first < end; ++first) {
          if (!is_near(first)) continue;
          std::size_t last = first + 1;
          while (last < end && is_near(last)) ++last;
          add_moments(query.size(), first * leaf_size, last * leaf_size, rate);
          first = last;
        }
      }
      for (std::size_t q = 0; q < query.size(); ++q) {
        const double* moment = moment_.data() + q * whole_.columns_;
        const double total = moment[whole_.index_.dim()];
        error[q] = 0;
        for (std::size_t k = 0; k < whole_.index_.dim(); ++k) {
          const double difference = whole_.index_.coordinate(query[q], k) - moment[k] / total;
          error[q] += difference * difference;
        }
      }
    }

   private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // Adds sum_j w_qj and sum_j w_qj x_j over some positions.
    void add_moments(std::size_t n_queries, std::size_t first, std::size_t last, double rate) {
      const std::size_t count = last - first;
      for (std::size_t q = 0; q < n_queries; ++q) {
        kernels_.heat_weights(sq_dist_.data() + q * whole_.stride_ + first, count, rate, cut / rate,
                              kernel_.data());
        double* to = weight_.data() + q / block_width * count * block_width + q % block_width;
        for (std::size_t j = 0; j < count; ++j) to[j * block_width] = kernel_[j];
      }
      alignas(64) double part[block_width * panel_width];
      for (std::size_t k = 0; k < whole_.columns_; k += panel_width) {
        const double* panel = whole_.coordinate_.data() + k * whole_.stride_ + first * panel_width;
        for (std::size_t b = 0; b < n_blocks_; ++b) {
          kernels_.products(panel, count, 1, weight_.data() + b * count * block_width, part);
          for (std::size_t q = 0; q < block_width; ++q) {
            double* moment = moment_.data() + (b * block_width + q) * whole_.columns_ + k;
            for (std::size_t l = 0; l < panel_width; ++l) moment[l] += part[q * panel_width + l];
          }
        }
      }
    }

    const KernelReconstruction& whole_;
    SimdKernels kernels_;
    PairPass pass_;
    std::size_t n_blocks_ = 0;
    AlignedBuffer sq_dist_;  // per query: relative to the nearest; +Inf for itself and past the end
    AlignedBuffer weight_;   // blocks of queries, by position
    AlignedBuffer kernel_;
    std::vector<double> moment_;
    std::vector<double> nearest_in_leaf_;
  };

  const PointIndex& index_;
  std::size_t columns_;
  std::size_t stride_;
  // By panels of coordinates: panel, position, coordinate. The last coordinate is 1, and its moment
  // the sum of the weights.
  AlignedBuffer coordinate_;
};

}  // namespace lapscale

#endif
