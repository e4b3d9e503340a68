#ifndef LAPSCALE_GRAPH_WEIGHTED_SUMS_HPP
#define LAPSCALE_GRAPH_WEIGHTED_SUMS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// exp(-s / sq_bandwidth) where s / sq_bandwidth is at most sq_cutoff, else 0.
struct CutHeatKernel {
  double sq_bandwidth;
  double sq_cutoff;
};

// Sums over points, sum_j w(q, x_j) f_j for all queries q, with weights that are computed and
// forgotten.
class WeightedSums {
 public:
  //   with_self  false, where the queries are the points: without each point's own value
  WeightedSums(const PointIndex& points, const PointIndex& queries, const CutHeatKernel& kernel,
               bool with_self = true)
      : points_(points), queries_(queries), kernel_(kernel), with_self_(with_self) {}

  //   value  value(row, c): f of a point, by row of the points and column
  //   take   take(row, c, sum), for each query and column, from any thread
  template <class Value, class Take>
  void run(std::size_t count, const Value& value, const Runtime& runtime, const Take& take) const {
    const std::size_t columns = (count + block_width - 1) / block_width * block_width;
    const std::size_t length = points_.tree().n_leaves() * leaf_size;
    AlignedBuffer values(columns * length);  // by column, in the order of the points
    for (std::size_t c = 0; c < count; ++c) {
      for (std::size_t i = 0; i < points_.size(); ++i) {
        values[c * length + i] = value(points_.row_of(i), c);
      }
    }
    const SimdKernels kernels = runtime.kernels();
    const double sq_radius = kernel_.sq_cutoff * kernel_.sq_bandwidth * (1 + 1e-12);
    for_blocks(runtime, queries_.tree().n_leaves(), [&](std::size_t leaf) {
      PairPass pass(points_, queries_, runtime);
      AlignedBuffer part(block_width * columns * panel_width);
      AlignedBuffer sum(block_width * columns);
      pass.select_leaves(queries_.tree().leaf_box(leaf), sq_radius);
      for_leaf_blocks(queries_, leaf, [&](Span<const std::size_t> query) {
        std::fill(part.data(), part.data() + part.size(), 0.0);
        pass.run_together(query, [&](std::size_t from, double* weight, std::size_t pairs) {
          kernels.quotient_weights(weight, block_width * pairs, kernel_.sq_bandwidth,
                                   kernel_.sq_cutoff, weight);
          if (!with_self_) {
            for (std::size_t q = 0; q < query.size(); ++q) {
              const std::size_t place = query[q] - from;
              if (query[q] >= from && place < pairs) weight[q * pairs + place] = 0;
            }
          }
          kernels.add_dots(weight, pairs, values.data() + from, length, columns, pairs,
                           part.data());
        });
        kernels.lane_sums(part.data(), columns, sum.data());
        for (std::size_t q = 0; q < query.size(); ++q) {
          const std::size_t row = queries_.row_of(query[q]);
          for (std::size_t c = 0; c < count; ++c) take(row, c, sum[q * columns + c]);
        }
      });
    });
  }

 private:
  const PointIndex& points_;
  const PointIndex& queries_;
  CutHeatKernel kernel_;
  bool with_self_;
};

}  // namespace lapscale

#endif
