#ifndef LAPSCALE_LINALG_EIGENPAIRS_PLAN_HPP
#define LAPSCALE_LINALG_EIGENPAIRS_PLAN_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/cholesky_cost.hpp"
#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"

namespace lapscale {

// Plans how the largest eigenvalues of a sparse walk are found.
struct EigenpairsPlan {
  std::vector<int> order;  // of the rows; it serves both ways
  bool by_inverse;         // else by products with the matrix
  double factor_entries;   // that the inverse takes
};

// Counts the products that separate the k-th eigenvalue from those some places below, if points are
// connected to the rest by small weights. The j-th eigenvalue of I - M is near the j-th smallest
// entry of its diagonal, the probability of leaving a point, and the gaps are smaller than those of
// the diagonal: the geometric mean of the two is used. The rate is that of lanczos_plan().
inline double products_to_outliers(const SparseView& matrix, std::size_t k) {
  std::vector<double> leave(matrix.size(), 1.0);
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    const int* begin = matrix.column.data() + matrix.begin[row];
    const int* end = matrix.column.data() + matrix.begin[row + 1];
    const int* at = std::lower_bound(begin, end, static_cast<int>(row));
    if (at != end && *at == static_cast<int>(row)) {
      leave[row] = 1 - matrix.value[static_cast<std::size_t>(at - matrix.column.data())];
    }
  }
  std::sort(leave.begin(), leave.end());
  const double first = leave[std::min(k, leave.size()) - 1];
  const double second = leave[std::min(k + 4 + k / 2, leave.size()) - 1];
  return 1.2 * 28 / std::sqrt(2 * std::max(std::sqrt(first * second), 1e-12));
}

// Tells whether a Cholesky factor and the solves of one search for k eigenvalues cost less than the
// products of the other.
//   diameter  edges between the ends of the graph
inline EigenpairsPlan plan_eigenpairs(const SparseView& matrix, std::size_t k, std::size_t diameter,
                                      const Runtime& runtime) {
  const auto count = static_cast<double>(k);
  const double n_products =
      std::max(200 + 12 * static_cast<double>(diameter), products_to_outliers(matrix, k));
  const double by_products =
      product_seconds(n_products * (1 + count / 40), static_cast<double>(matrix.value.size()));
  const double n_solves = 50 + 5 * count;
  const CholeskyPlan plan =
      plan_cholesky(matrix, max_factor_entries(by_products, n_solves), runtime);
  const double by_inverse = factor_seconds(plan) + plan.entries * solve_seconds(n_solves);
  return {plan.order, by_inverse < by_products, plan.entries};
}

}  // namespace lapscale

#endif
