#ifndef LAPSCALE_KERNEL_HEAT_KERNEL_HPP
#define LAPSCALE_KERNEL_HEAT_KERNEL_HPP

#include <cstddef>
#include <limits>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The kernel matrix exp(-|y_i - x_j|^2 / h^2) between m queries and n points.
//   bandwidth  h, in the frame's unit
//   out        m x n, by rows as given, column-major; written
inline void heat_kernel(const PointIndex& points, const PointIndex& queries, double bandwidth,
                        const Runtime& runtime, Span<double> out) {
  const std::size_t m = queries.size();
  const double everywhere = std::numeric_limits<double>::infinity();
  const double rate = 1 / bandwidth;
  const SimdKernels kernels = runtime.kernels();
  for_query_blocks(m, runtime, [&](Span<const std::size_t> position) {
    PairPass pass(points, queries, runtime);
    AlignedBuffer exponent;
    pass.select_leaves(position, everywhere);
    pass.run(position,
             [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
               exponent.reserve(count);
               // Dividing twice neither underflows nor overflows.
               for (std::size_t i = 0; i < count; ++i) exponent[i] = sq_dist[i] * rate * rate;
               kernels.heat_weights(exponent.data(), count, 1, everywhere, exponent.data());
               for (std::size_t i = 0; i < count && first + i < points.size(); ++i) {
                 out[points.row_of(first + i) * m + queries.row_of(position[q])] = exponent[i];
               }
             });
  });
}

}  // namespace lapscale

#endif
