#ifndef LAPSCALE_GRAPH_LAPLACIAN_HPP
#define LAPSCALE_GRAPH_LAPLACIAN_HPP

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Returns the row sums of a sparse matrix, length n: the degrees t_i of a graph.
inline std::vector<double> row_sums(const SparseView& matrix, const Runtime& runtime) {
  std::vector<double> sum(matrix.size(), 0.0);
  for_rows(matrix.size(), runtime, [&](std::size_t row) {
    for (int e = matrix.begin[row]; e < matrix.begin[row + 1]; ++e) {
      sum[row] += matrix.value[static_cast<std::size_t>(e)];
    }
  });
  return sum;
}

// Returns the factors s_i with which row i and column i are scaled so that every row sum t_i enters
// with -power; a point without edges has none to scale and gets 0.
inline std::vector<double> scaling(const std::vector<double>& degree, double power) {
  std::vector<double> factor(degree.size());
  for (std::size_t i = 0; i < degree.size(); ++i) {
    factor[i] = degree[i] > 0 ? std::pow(degree[i], -power) : 0;
  }
  return factor;
}

// Returns a w b. Each factor takes the root of the weight, so that small weights meet large factors
// before they multiply, and the result is identical if a and b change places.
inline double scaled_weight(double weight, double a, double b) {
  const double half = std::sqrt(weight);
  return (half * a) * (half * b);
}

// out = diag(s) M diag(s), entry by entry.
//   out  as long as matrix.value, written
inline void scale_both_sides(const SparseView& matrix, const std::vector<double>& factor,
                             const Runtime& runtime, Span<double> out) {
  for_rows(matrix.size(), runtime, [&](std::size_t row) {
    for (int e = matrix.begin[row]; e < matrix.begin[row + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      out[at] = scaled_weight(matrix.value[at], factor[row],
                              factor[static_cast<std::size_t>(matrix.column[at])]);
    }
  });
}

// The same for a dense M, n x n, n the length of `factor`.
//   out  n x n, written
inline void scale_both_sides(const double* matrix, const std::vector<double>& factor,
                             const Runtime& runtime, double* out) {
  const std::size_t n = factor.size();
  for_rows(n, runtime, [&](std::size_t row) {
    for (std::size_t at = row * n, j = 0; j < n; ++j, ++at) {
      out[at] = scaled_weight(matrix[at], factor[row], factor[j]);
    }
  });
}

}  // namespace lapscale

#endif
