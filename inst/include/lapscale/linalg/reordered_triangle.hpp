#ifndef LAPSCALE_LINALG_REORDERED_TRIANGLE_HPP
#define LAPSCALE_LINALG_REORDERED_TRIANGLE_HPP

#include <cstddef>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"

namespace lapscale {

// The upper triangle of a symmetric sparse matrix by columns, rows increasing in each.
struct UpperTriangle {
  std::vector<int> begin;  // length n + 1
  std::vector<int> row;
  std::vector<double> value;
};

// That of factor * M with rows and columns in another order, made at once: what a Cholesky factor
// asks for, without copies of the whole matrix.
//   order  length n: the row that comes first, second, ...
inline UpperTriangle reordered_triangle(const SparseView& matrix,
                                        const std::vector<std::size_t>& order, double factor) {
  const std::size_t n = matrix.size();
  std::vector<std::size_t> place(n);
  for (std::size_t j = 0; j < n; ++j) place[order[j]] = j;
  // visit(row, column, entry) for what is in the triangle, rows increasing.
  const auto for_entries = [&](const auto& visit) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t from = order[i];
      for (int e = matrix.begin[from]; e < matrix.begin[from + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        const std::size_t j = place[static_cast<std::size_t>(matrix.column[entry])];
        if (j >= i) visit(i, j, entry);
      }
    }
  };
  UpperTriangle upper;
  upper.begin.assign(n + 1, 0);
  for_entries([&](std::size_t, std::size_t j, std::size_t) { ++upper.begin[j + 1]; });
  for (std::size_t j = 0; j < n; ++j) upper.begin[j + 1] += upper.begin[j];
  upper.row.resize(static_cast<std::size_t>(upper.begin[n]));
  upper.value.resize(upper.row.size());
  std::vector<int> next(upper.begin.begin(), upper.begin.end() - 1);
  for_entries([&](std::size_t i, std::size_t j, std::size_t entry) {
    const auto at = static_cast<std::size_t>(next[j]++);
    upper.row[at] = static_cast<int>(i);
    upper.value[at] = factor * matrix.value[entry];
  });
  return upper;
}

}  // namespace lapscale

#endif
