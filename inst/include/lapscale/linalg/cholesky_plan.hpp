#ifndef LAPSCALE_LINALG_CHOLESKY_PLAN_HPP
#define LAPSCALE_LINALG_CHOLESKY_PLAN_HPP

#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/linalg/minimum_degree.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// The order in which a symmetric sparse matrix is eliminated, and the cost of its Cholesky factor.
struct CholeskyPlan {
  std::vector<int> order;  // length n: the row that comes first, second, ...
  double entries = 0;      // of the factor, its diagonal included
  double products = 0;     // multiplications to make it, half the sum of squared column counts
};

// Returns the elimination by approximate minimum degree. Rows that follow each other in this order
// are mostly neighbors, so it also speeds up products with the matrix. A factor of more than `most`
// entries is not counted to the end: both costs are infinite then.
LAPSCALE_ONCE CholeskyPlan plan_cholesky(const SparseView& matrix, double most,
                                         const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE CholeskyPlan plan_cholesky(const SparseView& matrix, double most,
                                         const Runtime& runtime) {
  CholeskyPlan plan;
  plan.order = minimum_degree_order(matrix, runtime);
  std::vector<std::size_t> place(matrix.size());
  for (std::size_t j = 0; j < place.size(); ++j) {
    place[static_cast<std::size_t>(plan.order[j])] = j;
  }

  // Row j of the factor is the part of the elimination tree between the entries of row j and j
  // (Liu 1986): each of its columns is met once.
  std::vector<std::size_t> parent(matrix.size(), matrix.size());
  std::vector<std::size_t> met(matrix.size());
  std::vector<double> count(matrix.size(), 1);
  plan.entries = static_cast<double>(matrix.size());
  Watch watch(runtime);
  for (std::size_t j = 0; j < place.size(); ++j) {
    if (plan.entries > most) {
      plan.entries = plan.products = std::numeric_limits<double>::infinity();
      return plan;
    }
    const auto row = static_cast<std::size_t>(plan.order[j]);
    met[j] = j;
    const double before = plan.entries;
    for (int e = matrix.begin[row]; e < matrix.begin[row + 1]; ++e) {
      std::size_t at = place[static_cast<std::size_t>(matrix.column[static_cast<std::size_t>(e)])];
      while (at < j && met[at] != j) {
        met[at] = j;
        ++count[at];
        ++plan.entries;
        if (parent[at] == matrix.size()) parent[at] = j;
        at = parent[at];
      }
    }
    const auto met_now = static_cast<std::size_t>(plan.entries - before);
    watch.step(met_now + static_cast<std::size_t>(matrix.begin[row + 1] - matrix.begin[row]), j,
               place.size());
  }
  for (const double c : count) plan.products += c * c / 2;
  return plan;
}
#endif

}  // namespace lapscale

#endif
