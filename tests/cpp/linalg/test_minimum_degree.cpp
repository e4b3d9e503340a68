#include "lapscale/linalg/minimum_degree.hpp"

#include <catch.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <numeric>
#include <vector>

#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/side_thread.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::minimum_degree_order;
using lapscale::Runtime;

namespace {

// Entries of the Cholesky factor in an order of elimination, by elimination.
std::size_t filled(Eigen::MatrixXd weights, const std::vector<int>& order) {
  std::size_t entries = order.size();
  std::vector<char> gone(order.size(), 0);
  for (const int k : order) {
    gone[static_cast<std::size_t>(k)] = 1;
    std::vector<int> left;
    for (int i = 0; i < weights.rows(); ++i) {
      if (!gone[static_cast<std::size_t>(i)] && weights(i, k) > 0) left.push_back(i);
    }
    entries += left.size();
    for (const int i : left) {
      for (const int j : left) weights(i, j) = 1;
    }
  }
  return entries;
}

Eigen::MatrixXd grid_weights(int side) {
  return tests::adjacency(side * side, [side](Eigen::Index i, Eigen::Index j) {
    return j == i + side || (j == i + 1 && j % side != 0);
  });
}

}  // namespace

TEST_CASE("all rows come once, and the factor fills less than in the order given",
          "[minimum_degree]") {
  const Eigen::MatrixXd weights = grid_weights(20);
  const std::vector<int> order = minimum_degree_order(tests::graph_of(weights).view(), Runtime());
  std::vector<int> rows(400);
  std::iota(rows.begin(), rows.end(), 0);
  REQUIRE(std::is_permutation(order.begin(), order.end(), rows.begin(), rows.end()));
  REQUIRE(2 * filled(weights, order) < filled(weights, rows));
  // A tree is eliminated from its leaves: nothing is filled.
  const Eigen::MatrixXd star =
      tests::adjacency(50, [](Eigen::Index i, Eigen::Index) { return i == 0; });
  REQUIRE(filled(star, minimum_degree_order(tests::graph_of(star).view(), Runtime())) == 99);
}

TEST_CASE("a stored diagonal changes no order", "[minimum_degree]") {
  Eigen::MatrixXd weights = grid_weights(12);
  const std::vector<int> order = minimum_degree_order(tests::graph_of(weights).view(), Runtime());
  weights.diagonal().setOnes();
  REQUIRE(minimum_degree_order(tests::graph_of(weights).view(), Runtime()) == order);
}

TEST_CASE("no rows have an order", "[minimum_degree]") {
  REQUIRE(minimum_degree_order(tests::Graph().view(), Runtime()).empty());
}

TEST_CASE("minimum degree asks the monitor, stops where it throws, and has the same order",
          "[minimum_degree]") {
  const tests::Graph graph = tests::plane(300);
  REQUIRE_THROWS_AS(minimum_degree_order(graph.view(), tests::stopping()), tests::Stop);
  int asked = 0;
  int asked_before = 0;  // while the pattern is read
  Runtime runtime;
  runtime.monitor = [&](double done) { ++(done > 0 ? asked_before : asked); };
  REQUIRE(minimum_degree_order(graph.view(), runtime) ==
          minimum_degree_order(graph.view(), Runtime()));
  REQUIRE(asked > 0);
  REQUIRE(asked_before > 0);
}

TEST_CASE("an order waits for the work that an interrupted one left behind", "[minimum_degree]") {
  const tests::Graph graph = tests::plane(300);
  std::promise<void> gate;
  std::atomic<bool> ended{false};
  const auto left_behind = [open = gate.get_future().share(), &ended] {
    open.wait();
    ended = true;
  };
  lapscale::SideThread& thread = lapscale::SideThread::shared();
  REQUIRE_THROWS_AS(thread.run(left_behind, tests::stopping().monitor), tests::Stop);
  // Past the pattern, whose reading says how much of it is done.
  int asked = 0;
  Runtime runtime;
  runtime.monitor = [&](double done) {
    if (!(done > 0)) throw tests::Stop();
  };
  REQUIRE_THROWS_AS(minimum_degree_order(graph.view(), runtime), tests::Stop);
  // The gate stays closed for longer than the order itself takes.
  runtime.monitor = [&](double done) {
    if (!(done > 0) && ++asked == 30) gate.set_value();
  };
  const std::vector<int> order = minimum_degree_order(graph.view(), runtime);
  REQUIRE(order.size() == graph.view().size());
  const bool waited = asked >= 30;
  if (!waited) gate.set_value();
  REQUIRE(waited);
  REQUIRE(ended);
}
