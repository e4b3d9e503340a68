#include "lapscale/linalg/reordered_triangle.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/graphs.hpp"

using lapscale::reordered_triangle;
using lapscale::UpperTriangle;

namespace {

// The triangle as a dense matrix; rows have to increase in each column.
Eigen::MatrixXd dense(const UpperTriangle& upper) {
  const auto n = static_cast<Eigen::Index>(upper.begin.size()) - 1;
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const int first = upper.begin[static_cast<std::size_t>(j)];
    for (int e = first; e < upper.begin[static_cast<std::size_t>(j) + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      if (e > first) REQUIRE(upper.row[at] > upper.row[at - 1]);
      m(upper.row[at], j) = upper.value[at];
    }
  }
  return m;
}

}  // namespace

TEST_CASE("reordered_triangle is the triangle of the permuted matrix") {
  // Ring with a loop at point 2 and a chord.
  Eigen::MatrixXd m = tests::adjacency(7, [](Eigen::Index i, Eigen::Index j) {
    return j == i + 1 || (i == 0 && j == 6) || (i == 1 && j == 4);
  });
  for (Eigen::Index i = 0; i < 7; ++i) {
    for (Eigen::Index j = 0; j < 7; ++j) m(i, j) *= 1 + static_cast<double>(i + j + i * j);
  }
  m(2, 2) = 5;
  const std::vector<std::size_t> order = {3, 0, 6, 1, 2, 5, 4};
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(7, 7);
  for (std::size_t j = 0; j < 7; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      expected(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          -2 * m(static_cast<Eigen::Index>(order[i]), static_cast<Eigen::Index>(order[j]));
    }
  }
  REQUIRE(dense(reordered_triangle(tests::graph_of(m).view(), order, -2)) == expected);
}

TEST_CASE("reordered_triangle of a matrix without entries has none") {
  const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(3, 3);
  const UpperTriangle upper = reordered_triangle(tests::graph_of(none).view(), {2, 0, 1}, 1);
  const std::vector<int> empty_columns(4, 0);
  REQUIRE(upper.begin == empty_columns);
  REQUIRE(upper.row.empty());
  REQUIRE(upper.value.empty());
}
