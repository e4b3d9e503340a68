#ifndef LAPSCALE_SELECT_KERNEL_RECONSTRUCTION_HPP
#define LAPSCALE_SELECT_KERNEL_RECONSTRUCTION_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// How badly some points are rebuilt as the mean of all others, weighted by the heat kernel:
//
//   R_i(h) = | x_i - sum_{j != i} w_ij x_j / sum_{j != i} w_ij |^2
//
// (Perrault-Joncas, Meila, McQueen 2017, section 5). Weights are taken relative to that of the
// nearest point, which changes no quotient: R_i is right also where all weights underflow.
class KernelReconstruction {
 public:
  explicit KernelReconstruction(const PointIndex& index)
      : index_(index), columns_(padded(index.dim())) {
    const std::size_t rows = index.tree().n_leaves() * leaf_size;
    coordinate_ = AlignedBuffer(columns_ * rows);
    stride_ = rows;
    std::fill(coordinate_.data(), coordinate_.data() + columns_ * rows, 0.0);
    for (std::size_t j = 0; j < index.size(); ++j) {
      for (std::size_t k = 0; k < index.dim(); ++k) {
        coordinate_[(k / panel_width * rows + j) * panel_width + k % panel_width] =
            index.coordinate(j, k);
      }
    }
  }

  // bandwidths  length g, in the frame's unit
  // returns     m x g, bandwidth after bandwidth
  std::vector<double> errors(const std::vector<std::size_t>& position,
                             Span<const double> bandwidths, const Runtime& runtime) const {
    const std::size_t m = position.size();
    std::vector<double> error(m * bandwidths.size());
    for_query_blocks(
        Span(position), runtime, [&](std::size_t first, Span<const std::size_t> query) {
          Block block(*this, runtime);
          block.assign(query);
          for (std::size_t g = 0; g < bandwidths.size(); ++g) {
            const std::array<double, block_width> found = block.errors(query, bandwidths[g]);
            for (std::size_t q = 0; q < query.size(); ++q) error[g * m + first + q] = found[q];
          }
        });
    return error;
  }

 private:
  // Weights below exp(-cut) of the largest are left out.
  static constexpr double cut = 40;

  // The squared distances of a block of points to all others. One object per thread.
  class Block {
   public:
    Block(const KernelReconstruction& whole, const Runtime& runtime)
        : whole_(whole),
          kernels_(runtime.kernels()),
          pass_(whole.index_, runtime),
          sq_dist_(block_width * whole.stride_),
          weight_(leaf_size * block_width),
          kernel_(leaf_size),
          part_(panel_width * block_width),
          moment_(block_width * whole.columns_),
          nearest_in_leaf_(whole.stride_ / leaf_size) {}

    void assign(Span<const std::size_t> query) {
      const std::size_t n = whole_.stride_;
      pass_.select_leaves(LeafRun{0, n / leaf_size});
      pass_.run(query,
                [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                  std::copy(sq_dist, sq_dist + count, sq_dist_.data() + q * n + first);
                });
      std::fill(nearest_in_leaf_.begin(), nearest_in_leaf_.end(), infinity);
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

    std::array<double, block_width> errors(Span<const std::size_t> query, double bandwidth) {
      const double h = with_square(bandwidth);
      const double rate = 1 / (h * h);
      const std::size_t n = whole_.stride_;
      std::array<double, block_width> total{};
      std::fill(moment_.begin(), moment_.end(), 0.0);
      std::fill(weight_.data(), weight_.data() + leaf_size * block_width, 0.0);
      for (std::size_t leaf = 0; leaf < nearest_in_leaf_.size(); ++leaf) {
        if (!(nearest_in_leaf_[leaf] * rate <= cut)) continue;
        for (std::size_t q = 0; q < query.size(); ++q) {
          kernels_.heat_weights(sq_dist_.data() + q * n + leaf * leaf_size, leaf_size, rate,
                                cut / rate, kernel_.data());
          for (std::size_t j = 0; j < leaf_size; ++j) {
            weight_[j * block_width + q] = kernel_[j];
            total[q] += kernel_[j];
          }
        }
        add_moments(leaf);
      }
      std::array<double, block_width> error{};
      for (std::size_t q = 0; q < query.size(); ++q) {
        for (std::size_t k = 0; k < whole_.index_.dim(); ++k) {
          const double difference =
              whole_.index_.coordinate(query[q], k) - moment_[q * whole_.columns_ + k] / total[q];
          error[q] += difference * difference;
        }
      }
      return error;
    }

   private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // Adds sum_j w_qj x_j over the points of a leaf.
    void add_moments(std::size_t leaf) {
      for (std::size_t k = 0; k < whole_.columns_; k += panel_width) {
        kernels_.products(whole_.coordinate_.data() +
                              (k / panel_width * whole_.stride_ + leaf * leaf_size) * panel_width,
                          leaf_size, 1, weight_.data(), part_.data());
        for (std::size_t q = 0; q < block_width; ++q) {
          for (std::size_t l = 0; l < panel_width; ++l) {
            moment_[q * whole_.columns_ + k + l] += part_[q * panel_width + l];
          }
        }
      }
    }

    const KernelReconstruction& whole_;
    SimdKernels kernels_;
    PairPass pass_;
    AlignedBuffer sq_dist_;  // per query: relative to the nearest; +Inf for itself and past the end
    AlignedBuffer weight_;   // leaf_size x block_width
    AlignedBuffer kernel_;
    AlignedBuffer part_;
    std::vector<double> moment_;
    std::vector<double> nearest_in_leaf_;
  };

  const PointIndex& index_;
  std::size_t columns_;
  std::size_t stride_;
  AlignedBuffer coordinate_;  // by panels of coordinates: panel, position, coordinate
};

}  // namespace lapscale

#endif
