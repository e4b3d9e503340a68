#ifndef LAPSCALE_KERNEL_HEAT_SUMS_HPP
#define LAPSCALE_KERNEL_HEAT_SUMS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/kernel/sketch_coefficients.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Functions f_1, ..., f_q where they are known.
struct FunctionValues {
  std::size_t count;           // q
  Span<const double> points;   // n x q, by row of the points
  Span<const double> queries;  // m x q, by row of the queries
};

// Sums over n points x_i around each of m queries y, with w_i = exp(-|x_i - y|^2 / h^2).
struct HeatSums {
  std::vector<double> weight;      // sum_i w_i: m x g
  std::vector<double> difference;  // sum_i w_i (f_j(x_i) - f_j(y)): m x g x q
  std::vector<double> square;      // sum_i w_i sum_j (f_j(x_i) - f_j(y))^2: m x g'
};

// Which sums are wanted, and where.
struct HeatSumsPlan {
  Span<const double> bandwidths;         // length g, in the frame's unit
  Span<const double> square_bandwidths;  // length g', may be 0
  bool weight;                           // whether `weight` is wanted
};

// One pass over the pairs for all bandwidths. Queries are indexed in the frame of the points.
class HeatSumsPass {
 public:
  HeatSumsPass(const PointIndex& points, const PointIndex& queries, const FunctionValues& f,
               const HeatSumsPlan& plan)
      : points_(points),
        queries_(queries),
        n_functions_(f.count),
        weight_(plan.weight),
        square_(!plan.square_bandwidths.empty()),
        stride_(points.tree().n_leaves() * leaf_size),
        value_(f.count * stride_, 0.0),
        query_value_(f.count * queries.size()),
        bins_(bins_for(smallest(plan), largest(plan), negligible_cutoff)),
        at_grid_(bins_, plan.bandwidths, negligible_cutoff),
        at_squares_(bins_, plan.square_bandwidths, negligible_cutoff),
        reach_(negligible_cutoff * largest(plan)) {
    for (std::size_t j = 0; j < n_functions_; ++j) {
      for (std::size_t i = 0; i < points.size(); ++i) {
        value_[j * stride_ + i] = f.points[j * points.size() + points.row_of(i)];
      }
      for (std::size_t i = 0; i < queries.size(); ++i) {
        query_value_[i * n_functions_ + j] = f.queries[j * queries.size() + queries.row_of(i)];
      }
    }
  }

  HeatSums run(const Runtime& runtime) const {
    const std::size_t m = queries_.size();
    HeatSums sums;
    sums.weight.resize(weight_ ? m * at_grid_.n_bandwidths() : 0);
    sums.difference.resize(m * at_grid_.n_bandwidths() * n_functions_);
    sums.square.resize(m * at_squares_.n_bandwidths());
    const SimdKernels kernels = runtime.kernels();
    for_query_blocks(m, runtime, [&](Span<const std::size_t> position) {
      SketchBlock sketch(bins_, n_channels());
      fill(sketch, position, runtime);
      take(sketch, position, kernels, sums);
    });
    return sums;
  }

 private:
  // Returns the channels of a sketch: weight, a difference per function, square.
  std::size_t n_channels() const { return (weight_ ? 1 : 0) + n_functions_ + (square_ ? 1 : 0); }

  void fill(SketchBlock& sketch, Span<const std::size_t> position, const Runtime& runtime) const {
    PairPass pass(points_, queries_, runtime);
    pass.select_leaves(position, reach_ * reach_);
    pass.run(position,
             [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
               const double* value = value_.data() + first;
               const double* at_query = query_value_.data() + position[q] * n_functions_;
               if (n_functions_ == 1 && square_ && !weight_) {
                 sketch.add(q, sq_dist, count, [&](std::size_t i, const auto& add) {
                   const double difference = value[i] - *at_query;
                   add(0, difference);
                   add(1, difference * difference);
                 });
                 return;
               }
               sketch.add(q, sq_dist, count, [&](std::size_t i, const auto& add) {
                 std::size_t channel = 0;
                 if (weight_) add(channel++, 1.0);
                 double square = 0;
                 for (std::size_t j = 0; j < n_functions_; ++j) {
                   const double difference = value[j * stride_ + i] - at_query[j];
                   add(channel++, difference);
                   square += difference * difference;
                 }
                 if (square_) add(channel, square);
               });
             });
  }

  void take(SketchBlock& sketch, Span<const std::size_t> position, const SimdKernels& kernels,
            HeatSums& sums) const {
    const std::size_t m = queries_.size();
    std::size_t channel = 0;
    const auto store = [&](const SketchCoefficients& coefficients, double* out) {
      sketch.sums(coefficients, channel++, kernels, position.size(),
                  [&](std::size_t q, std::size_t g, double sum) {
                    out[g * m + queries_.row_of(position[q])] = sum;
                  });
    };
    if (weight_) store(at_grid_, sums.weight.data());
    for (std::size_t j = 0; j < n_functions_; ++j) {
      store(at_grid_, sums.difference.data() + j * m * at_grid_.n_bandwidths());
    }
    if (square_) store(at_squares_, sums.square.data());
  }

  static double smallest(const HeatSumsPlan& plan) {
    double h = *std::min_element(plan.bandwidths.begin(), plan.bandwidths.end());
    for (const double other : plan.square_bandwidths) h = std::min(h, other);
    return h;
  }
  static double largest(const HeatSumsPlan& plan) {
    double h = *std::max_element(plan.bandwidths.begin(), plan.bandwidths.end());
    for (const double other : plan.square_bandwidths) h = std::max(h, other);
    return h;
  }

  const PointIndex& points_;
  const PointIndex& queries_;
  std::size_t n_functions_;
  bool weight_;
  bool square_;
  std::size_t stride_;
  std::vector<double> value_;        // by position, function after function; 0 past the last point
  std::vector<double> query_value_;  // by position, the functions of a query together
  LogBins bins_;
  SketchCoefficients at_grid_;
  SketchCoefficients at_squares_;
  double reach_;
};

}  // namespace lapscale

#endif
