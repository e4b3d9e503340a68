#include "lapscale/linalg/elimination_tree.hpp"

#include <catch.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/runtime/eigen.hpp"
#include "support/graphs.hpp"
#include "support/threads.hpp"

using lapscale::EliminationTree;
using lapscale::Runtime;

namespace {

// Which entries a Cholesky factor has, by elimination of the pattern.
std::vector<std::vector<bool>> filled(const Eigen::MatrixXd& m, const std::vector<int>& order) {
  const std::size_t n = order.size();
  std::vector<std::vector<bool>> has(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) has[i][j] = i == j || m(order[i], order[j]) != 0;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      for (std::size_t j = k + 1; j < n; ++j) {
        if (has[i][k] && has[k][j]) has[i][j] = true;
      }
    }
  }
  return has;
}

}  // namespace

TEST_CASE("parents are the first entries below the diagonal of a factor", "[elimination_tree]") {
  for (const int step : {1, 7, 11}) {
    const Eigen::MatrixXd m = tests::adjacency(30, [](Eigen::Index i, Eigen::Index j) {
      return j == i + 1 || (i % 5 == 0 && j == i + 9);
    });
    std::vector<int> order(30);
    for (int i = 0; i < 30; ++i) order[static_cast<std::size_t>(i)] = i * step % 30;
    const tests::Graph graph = tests::graph_of(m);
    const EliminationTree tree = lapscale::elimination_tree(graph.view(), order, Runtime());
    const auto has = filled(m, tree.order);
    // As much is filled in as by the order that was given.
    const auto given = filled(m, order);
    std::size_t entries = 0;
    std::size_t entries_given = 0;
    for (std::size_t j = 0; j < 30; ++j) {
      REQUIRE(tree.place[static_cast<std::size_t>(tree.order[j])] == static_cast<int>(j));
      std::size_t first = j + 1;
      while (first < 30 && !has[first][j]) ++first;
      REQUIRE(tree.parent[j] == static_cast<int>(first));
      for (std::size_t i = 0; i < 30; ++i) {
        entries += has[i][j];
        entries_given += given[i][j];
      }
    }
    REQUIRE(entries == entries_given);
  }
}

TEST_CASE("what hangs on a column comes before it in one piece", "[elimination_tree]") {
  // Three paths whose points take turns.
  const Eigen::MatrixXd m =
      tests::adjacency(24, [](Eigen::Index i, Eigen::Index j) { return j == i + 3; });
  std::vector<int> order(24);
  std::iota(order.begin(), order.end(), 0);
  const tests::Graph graph = tests::graph_of(m);
  const EliminationTree tree = lapscale::elimination_tree(graph.view(), order, Runtime());
  for (std::size_t j = 0; j < 24; ++j) {
    const bool root = j % 8 == 7;
    REQUIRE(tree.parent[j] == (root ? 24 : static_cast<int>(j + 1)));
  }
}

TEST_CASE("the tree of no rows, and of rows without entries", "[elimination_tree]") {
  const tests::Graph none;
  REQUIRE(lapscale::elimination_tree(none.view(), {}, Runtime()).order.empty());
  const tests::Graph apart = tests::graph_of(Eigen::MatrixXd::Zero(3, 3));
  const EliminationTree tree = lapscale::elimination_tree(apart.view(), {2, 0, 1}, Runtime());
  for (const int parent : tree.parent) REQUIRE(parent == 3);
}

TEST_CASE("a tree stops where the monitor throws", "[elimination_tree]") {
  std::vector<int> order(90000);
  std::iota(order.begin(), order.end(), 0);
  const tests::Graph graph = tests::plane(300);
  REQUIRE_THROWS_AS(lapscale::elimination_tree(graph.view(), order, tests::stopping()),
                    tests::Stop);
}
