#ifndef LAPSCALE_GRAPH_HEAT_PRODUCT_HPP
#define LAPSCALE_GRAPH_HEAT_PRODUCT_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lapscale/graph/weighted_sums.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"

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
        kernel_{bandwidth * bandwidth, cutoff * cutoff},
        self_loops_(self_loops),
        scale_(std::move(scale)) {}

  std::size_t size() const { return index_.size(); }
  const PointIndex& index() const { return index_; }
  const CutHeatKernel& kernel() const { return kernel_; }
  bool self_loops() const { return self_loops_; }
  const std::vector<double>& scale() const { return scale_; }

  // in, out: n x b, by row
  Eigen::MatrixXd times(const Eigen::MatrixXd& in, const Runtime& runtime) const;

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
  const PointIndex& index_;
  CutHeatKernel kernel_;
  bool self_loops_;
  std::vector<double> scale_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE Eigen::MatrixXd HeatProduct::times(const Eigen::MatrixXd& in,
                                                 const Runtime& runtime) const {
  Eigen::MatrixXd out(in.rows(), in.cols());
  const auto scaled = [&](std::size_t row, std::size_t c) {
    return scale_[row] * in(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c));
  };
  WeightedSums(index_, index_, kernel_, self_loops_)
      .run(static_cast<std::size_t>(in.cols()), scaled, runtime,
           [&](std::size_t row, std::size_t c, double sum) {
             out(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c)) = scale_[row] * sum;
           });
  return out;
}

#endif

}  // namespace lapscale

#endif
