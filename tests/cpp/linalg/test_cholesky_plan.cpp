#include "lapscale/linalg/cholesky_plan.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/threads.hpp"

using lapscale::CholeskyPlan;
using lapscale::plan_cholesky;
using lapscale::Runtime;

namespace {

constexpr double no_limit = 1e300;

Eigen::MatrixXd grid(Eigen::Index side) {
  return tests::adjacency(side * side, [side](Eigen::Index i, Eigen::Index j) {
    const bool right = j == i + 1 && j % side != 0;
    return right || j == i + side;
  });
}

// Entries of each column of the factor, by elimination of a dense pattern.
std::vector<double> column_counts(const Eigen::MatrixXd& m, const std::vector<int>& order) {
  const Eigen::Index n = m.rows();
  Eigen::MatrixXi filled(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      filled(i, j) = m(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]) != 0;
    }
  }
  std::vector<double> counts;
  for (Eigen::Index k = 0; k < n; ++k) {
    double count = 1;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (filled(i, k) == 0) continue;
      ++count;
      for (Eigen::Index j = k + 1; j < n; ++j) filled(i, j) |= filled(k, j);
    }
    counts.push_back(count);
  }
  return counts;
}

bool is_permutation(std::vector<int> order, std::size_t n) {
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int>(i)) return false;
  }
  return order.size() == n;
}

void require_plan(const Eigen::MatrixXd& m) {
  const CholeskyPlan plan = plan_cholesky(tests::graph_of(m).view(), no_limit, Runtime());
  REQUIRE(is_permutation(plan.order, static_cast<std::size_t>(m.rows())));
  double entries = 0;
  double products = 0;
  for (const double count : column_counts(m, plan.order)) {
    entries += count;
    products += count * count / 2;
  }
  REQUIRE(plan.entries == entries);
  REQUIRE(plan.products == products);
}

}  // namespace

TEST_CASE("the costs are those of eliminating in this order", "[cholesky_plan]") {
  require_plan(grid(9));
  require_plan(tests::block_diagonal(grid(4), 3));
  require_plan(Eigen::MatrixXd::Ones(12, 12));
  require_plan(Eigen::MatrixXd::Zero(5, 5));
  require_plan(Eigen::MatrixXd::Ones(1, 1));
  const Eigen::MatrixXd star =
      tests::adjacency(20, [](Eigen::Index i, Eigen::Index) { return i == 0; });
  require_plan(star);
  require_plan(star + Eigen::MatrixXd::Identity(20, 20));
}

TEST_CASE("a tree fills nothing, a grid less than a band", "[cholesky_plan]") {
  const Eigen::MatrixXd star =
      tests::adjacency(50, [](Eigen::Index i, Eigen::Index) { return i == 0; });
  REQUIRE(plan_cholesky(tests::graph_of(star).view(), no_limit, Runtime()).entries == 99);
  const Eigen::Index side = 20;
  const CholeskyPlan plan = plan_cholesky(tests::graph_of(grid(side)).view(), no_limit, Runtime());
  REQUIRE(plan.entries < 0.8 * static_cast<double>(side * side * (side + 1)));
}

TEST_CASE("a factor that is too large is not counted, but has an order", "[cholesky_plan]") {
  const tests::Graph graph = tests::graph_of(grid(9));
  const CholeskyPlan full = plan_cholesky(graph.view(), no_limit, Runtime());
  const CholeskyPlan exact = plan_cholesky(graph.view(), full.entries, Runtime());
  REQUIRE(exact.entries == full.entries);
  const CholeskyPlan cut = plan_cholesky(graph.view(), 0.9 * full.entries, Runtime());
  REQUIRE(std::isinf(cut.entries));
  REQUIRE(std::isinf(cut.products));
  REQUIRE(cut.order == full.order);
}

TEST_CASE("a plan stops where the monitor throws, while it orders and while it counts",
          "[cholesky_plan]") {
  const tests::Graph graph = tests::plane(200);
  REQUIRE_THROWS_AS(plan_cholesky(graph.view(), no_limit, tests::stopping()), tests::Stop);
  // While it orders it cannot tell how much is done.
  int counting = 0;
  Runtime runtime;
  runtime.monitor = [&](double done) { counting += done > 0 ? 1 : 0; };
  plan_cholesky(graph.view(), no_limit, runtime);
  REQUIRE(counting > 5);
}
