#ifndef LAPSCALE_GRAPH_HEAT_PRODUCT_HPP
#define LAPSCALE_GRAPH_HEAT_PRODUCT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Products with the weights of a radius graph that is not stored: diag(s) W diag(s) v, with
// W_ij = exp(-|x_i - x_j|^2 / h^2) within the cutoff. Each product computes all weights again,
// which costs little more than to read them, and the memory is that of the vectors.
class HeatProduct {
 public:
  //   bandwidth   in the frame's unit;  cutoff  in bandwidths
  //   self_loops  whether W has a diagonal of 1, or of 0
  //   scale       s, length n, by row
  HeatProduct(const PointIndex& index, double bandwidth, double cutoff, bool self_loops,
              std::vector<double> scale)
      : index_(index),
        sq_bandwidth_(bandwidth * bandwidth),
        sq_cutoff_(cutoff * cutoff),
        self_loops_(self_loops),
        scale_(std::move(scale)) {}

  std::size_t size() const { return index_.size(); }

  // in, out: n x b, by row
  Eigen::MatrixXd times(const Eigen::MatrixXd& in, const Runtime& runtime) const {
    Eigen::MatrixXd out(in.rows(), in.cols());
    constexpr auto width = static_cast<Eigen::Index>(panel_width);
    for (Eigen::Index first = 0; first < in.cols(); first += width) {
      add_panel(in, first, std::min(width, in.cols() - first), runtime, out);
    }
    return out;
  }

  // Random columns to start an iteration from, n x b: they go with the points, not with the rows.
  Eigen::MatrixXd start(Eigen::Index columns) const {
    const CounterRandom random(1);
    Eigen::MatrixXd block(static_cast<Eigen::Index>(size()), columns);
    for (std::size_t i = 0; i < size(); ++i) {
      for (Eigen::Index c = 0; c < columns; ++c) {
        block(static_cast<Eigen::Index>(index_.row_of(i)), c) =
            random.uniform(i, static_cast<std::uint64_t>(c)) - 0.5;
      }
    }
    return block;
  }

  // times() as an operator; it keeps a reference to this product.
  BlockOperator as_operator(const Runtime& runtime) const {
    return {size(), [this, runtime](const Eigen::MatrixXd& in) { return times(in, runtime); }};
  }

 private:
  // Columns first to first + count - 1, up to panel_width of them.
  void add_panel(const Eigen::MatrixXd& in, Eigen::Index first, Eigen::Index count,
                 const Runtime& runtime, Eigen::MatrixXd& out) const {
    const std::size_t n = size();
    const std::size_t n_leaves = index_.tree().n_leaves();
    AlignedBuffer value(n_leaves * leaf_size * panel_width);
    std::fill(value.data(), value.data() + value.size(), 0.0);
    for (Eigen::Index c = 0; c < count; ++c) {
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t row = index_.row_of(i);
        value[i * panel_width + static_cast<std::size_t>(c)] =
            scale_[row] * in(static_cast<Eigen::Index>(row), first + c);
      }
    }
    for_blocks(runtime, n_leaves, [&](std::size_t leaf) {
      PairPass pass(index_, runtime);
      Scratch scratch;
      pass.select_leaves(index_.tree().leaf_box(leaf), sq_cutoff_ * sq_bandwidth_ * (1 + 1e-12));
      for_leaf_blocks(index_, leaf, [&](Span<const std::size_t> position) {
        sum_up(pass, position, value.data(), runtime.kernels(), scratch);
        for (std::size_t q = 0; q < position.size(); ++q) {
          const auto row = static_cast<Eigen::Index>(index_.row_of(position[q]));
          for (Eigen::Index c = 0; c < count; ++c) {
            const auto at = static_cast<std::size_t>(c);
            double sum = scratch.sum[q * panel_width + at];
            if (!self_loops_) sum -= value[position[q] * panel_width + at];
            out(row, first + c) = scale_[static_cast<std::size_t>(row)] * sum;
          }
        }
      });
    });
  }

  struct Scratch {
    AlignedBuffer exponent;
    AlignedBuffer weight;
    AlignedBuffer block;  // weights, block_width queries to a point
    AlignedBuffer part{block_width * panel_width};
    AlignedBuffer sum{block_width * panel_width};
  };

  // sum_j w_qj value_j for up to block_width queries.
  void sum_up(PairPass& pass, Span<const std::size_t> position, const double* value,
              const SimdKernels& kernels, Scratch& scratch) const {
    std::fill(scratch.sum.data(), scratch.sum.data() + scratch.sum.size(), 0.0);
    pass.run(position,
             [&](std::size_t q, std::size_t from, const double* sq_dist, std::size_t count) {
               scratch.exponent.reserve(count);
               scratch.weight.reserve(count);
               scratch.block.reserve(count * block_width);
               double* exponent = scratch.exponent.data();
               for (std::size_t i = 0; i < count; ++i) exponent[i] = sq_dist[i] / sq_bandwidth_;
               kernels.heat_weights(exponent, count, 1, sq_cutoff_, scratch.weight.data());
               double* block = scratch.block.data();
               if (q == 0) std::fill(block, block + count * block_width, 0.0);
               for (std::size_t i = 0; i < count; ++i) {
                 block[i * block_width + q] = scratch.weight[i];
               }
               if (q + 1 < position.size()) return;
               kernels.products(value + from * panel_width, count, 1, block, scratch.part.data());
               for (std::size_t i = 0; i < scratch.sum.size(); ++i) {
                 scratch.sum[i] += scratch.part[i];
               }
             });
  }

  const PointIndex& index_;
  double sq_bandwidth_;
  double sq_cutoff_;
  bool self_loops_;
  std::vector<double> scale_;
};

}  // namespace lapscale

#endif
