#ifndef LAPSCALE_LINALG_CHOLESKY_PLAN_HPP
#define LAPSCALE_LINALG_CHOLESKY_PLAN_HPP

#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// In which order a symmetric sparse matrix is eliminated, and what its Cholesky factor then costs.
struct CholeskyPlan {
  std::vector<int> order;  // length n: the row that comes first, second, ...
  double entries = 0;      // of the factor, its diagonal included
  double products = 0;     // multiplications to make it, half the sum of squared column counts
};

// The order by approximate minimum degree (Amestoy, Davis, Duff 1996). Whether the diagonal is
// stored does not matter: Eigen wants to see it, so it is added.
inline std::vector<int> minimum_degree_order(const SparseView& matrix) {
  const auto n = static_cast<int>(matrix.size());
  std::vector<int> begin = {0};
  std::vector<int> row;
  for (int j = 0; j < n; ++j) {
    const auto at = static_cast<std::size_t>(j);
    for (int e = matrix.begin[at]; e < matrix.begin[at + 1]; ++e) {
      const int i = matrix.column[static_cast<std::size_t>(e)];
      if (i < j) row.push_back(i);
    }
    row.push_back(j);
    begin.push_back(static_cast<int>(row.size()));
  }
  const std::vector<double> value(row.size(), 1);
  using Pattern = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  const Eigen::Map<const Pattern> upper(n, n, begin.back(), begin.data(), row.data(), value.data());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(upper.selfadjointView<Eigen::Upper>(), permutation);
  return {permutation.indices().data(), permutation.indices().data() + n};
}

// The elimination by approximate minimum degree. Rows that follow each other in this order are
// mostly neighbours, so it also speeds up products with the matrix. A factor of more than `most`
// entries is not counted to the end: both costs are infinite then.
inline CholeskyPlan plan_cholesky(const SparseView& matrix, double most) {
  CholeskyPlan plan;
  plan.order = minimum_degree_order(matrix);
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
  for (std::size_t j = 0; j < place.size(); ++j) {
    if (plan.entries > most) {
      plan.entries = plan.products = std::numeric_limits<double>::infinity();
      return plan;
    }
    const auto row = static_cast<std::size_t>(plan.order[j]);
    met[j] = j;
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
  }
  for (const double c : count) plan.products += c * c / 2;
  return plan;
}

}  // namespace lapscale

#endif
