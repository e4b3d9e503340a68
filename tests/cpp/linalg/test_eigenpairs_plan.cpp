#include "lapscale/linalg/eigenpairs_plan.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/threads.hpp"

using lapscale::EigenpairsPlan;
using lapscale::plan_eigenpairs;
using lapscale::Runtime;

namespace {

Eigen::MatrixXd cycle(Eigen::Index n) {
  return tests::normalized(
      tests::adjacency(n, [n](Eigen::Index i, Eigen::Index j) { return j == (i + 1) % n; }));
}

// Edges as if at random, ten a point: its factor fills.
Eigen::MatrixXd expander(Eigen::Index n) {
  return tests::normalized(tests::adjacency(
      n, [n](Eigen::Index i, Eigen::Index j) { return (i * 7919 + j * 104729 + i * j) % n < 10; }));
}

}  // namespace

TEST_CASE("a curve is solved by the inverse, an expander by products", "[eigenpairs_plan]") {
  const tests::Graph curve = tests::graph_of(cycle(600));
  REQUIRE(plan_eigenpairs(curve.view(), 3, 300, Runtime()).by_inverse);
  const tests::Graph body = tests::graph_of(expander(600));
  const EigenpairsPlan plan = plan_eigenpairs(body.view(), 3, 3, Runtime());
  REQUIRE(!plan.by_inverse);
  REQUIRE(plan.order == lapscale::minimum_degree_order(body.view(), Runtime()));
}

TEST_CASE("the longer the graph, the dearer the products", "[eigenpairs_plan]") {
  const tests::Graph body = tests::graph_of(expander(600));
  REQUIRE(!plan_eigenpairs(body.view(), 3, 3, Runtime()).by_inverse);
  REQUIRE(plan_eigenpairs(body.view(), 3, 1000000, Runtime()).by_inverse);
}

TEST_CASE("points that are hardly left count", "[eigenpairs_plan]") {
  Eigen::MatrixXd m = cycle(100);
  std::vector<double> leave;
  for (Eigen::Index i = 0; i < 100; ++i) {
    leave.push_back(i % 9 == 0 ? 1.0 : std::pow(0.7, static_cast<double>(i)));
    m(i, i) = 1 - leave.back();  // no entry where all of it is left
  }
  std::sort(leave.begin(), leave.end());
  const tests::Graph graph = tests::graph_of(m);
  for (const std::size_t k : {1U, 5U, 60U, 100U}) {
    const double first = leave[k - 1];
    const double second = leave[std::min<std::size_t>(k + 4 + k / 2, 100) - 1];
    const double gap = std::max(std::sqrt(first * second), 1e-12);
    REQUIRE(lapscale::products_to_outliers(graph.view(), k) ==
            Approx(1.2 * 28 / std::sqrt(2 * gap)).epsilon(1e-6));
  }
}

TEST_CASE("a plan of eigenpairs stops where the monitor throws", "[eigenpairs_plan]") {
  const tests::Graph graph = tests::plane(200);
  REQUIRE_THROWS_AS(plan_eigenpairs(graph.view(), 3, 400, tests::stopping()), tests::Stop);
}
