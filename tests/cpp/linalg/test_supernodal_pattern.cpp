#include "lapscale/linalg/supernodal_pattern.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;
using lapscale::SupernodalPattern;

namespace {

// Weights between points of a square within a radius.
Eigen::MatrixXd flat_graph(std::size_t n, double radius, std::uint64_t seed) {
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::uniform_cube(n, 2, seed));
  return (sq_dist.array() < radius * radius).cast<double>().matrix() -
         Eigen::MatrixXd::Identity(sq_dist.rows(), sq_dist.cols());
}

// Diagonally dominant, so that no entry of its factor is zero by chance.
Eigen::MatrixXd factor_of(const Eigen::MatrixXd& w, const std::vector<int>& order) {
  const Eigen::Index n = w.rows();
  Eigen::MatrixXd a(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      a(i, j) = -w(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
    }
  }
  a.diagonal().array() += w.rowwise().sum().maxCoeff() + 1;
  return a.llt().matrixL();
}

}  // namespace

TEST_CASE("a pattern holds all of the factor, and few zeros", "[supernodal_pattern]") {
  for (const std::size_t n : {1U, 2U, 40U, 300U}) {
    for (const double radius : {0.0, 0.08, 0.2, 2.0}) {
      const Eigen::MatrixXd w = flat_graph(n, radius, 5);
      const tests::Graph graph = tests::graph_of(w);
      const SupernodalPattern pattern = lapscale::supernodal_pattern(
          graph.view(), lapscale::minimum_degree_order(graph.view(), Runtime()), Runtime());
      const Eigen::MatrixXd l = factor_of(w, pattern.order);
      const std::vector<std::size_t> parent = pattern.parents();
      const std::vector<std::size_t> value_begin = pattern.value_begin();
      REQUIRE(value_begin.size() == pattern.n_supernodes() + 1);
      REQUIRE(value_begin[0] == 0);
      Eigen::MatrixXd inside = Eigen::MatrixXd::Zero(l.rows(), l.cols());
      for (std::size_t s = 0; s < pattern.n_supernodes(); ++s) {
        const int* row = pattern.row.data() + pattern.row_begin[s];
        const int first = pattern.first_column[s];
        for (std::size_t i = 0; i < pattern.height(s); ++i) {
          if (i < pattern.width(s)) REQUIRE(row[i] == first + static_cast<int>(i));
          if (i > 0) REQUIRE(row[i] > row[i - 1]);
          for (std::size_t j = 0; j < std::min(i + 1, pattern.width(s)); ++j) {
            inside(row[i], first + static_cast<Eigen::Index>(j)) = 1;
          }
        }
        REQUIRE(value_begin[s + 1] - value_begin[s] == pattern.height(s) * pattern.width(s));
        REQUIRE(parent[s] > s);
        if (pattern.height(s) > pattern.width(s)) {
          REQUIRE(row[pattern.width(s)] >= pattern.first_column[parent[s]]);
          REQUIRE(row[pattern.width(s)] < pattern.first_column[parent[s] + 1]);
        } else {
          REQUIRE(parent[s] == pattern.n_supernodes());
        }
      }
      REQUIRE(static_cast<std::size_t>(pattern.first_column.back()) == n);
      REQUIRE(((l.array() != 0).cast<double>() * (1 - inside.array())).sum() == 0);
      const auto entries = static_cast<double>((l.array() != 0).count());
      REQUIRE(inside.sum() <= 1.6 * entries + 40 * static_cast<double>(pattern.n_supernodes()));
    }
  }
}

TEST_CASE("a full matrix is one supernode, rows without entries are small ones",
          "[supernodal_pattern]") {
  const tests::Graph full = tests::graph_of(Eigen::MatrixXd::Ones(20, 20));
  std::vector<int> order(20);
  for (int i = 0; i < 20; ++i) order[static_cast<std::size_t>(i)] = i;
  REQUIRE(lapscale::supernodal_pattern(full.view(), order, Runtime()).n_supernodes() == 1);
  const tests::Graph apart = tests::graph_of(Eigen::MatrixXd::Identity(20, 20));
  REQUIRE(lapscale::supernodal_pattern(apart.view(), order, Runtime()).n_supernodes() == 20);
}

TEST_CASE("a pattern stops where the monitor throws, after the tree too", "[supernodal_pattern]") {
  const tests::Graph graph = tests::plane(300);
  const std::vector<int> order = lapscale::minimum_degree_order(graph.view(), Runtime());
  REQUIRE_THROWS_AS(lapscale::supernodal_pattern(graph.view(), order, tests::stopping()),
                    tests::Stop);
  int asked = 0;
  Runtime runtime;
  runtime.monitor = [&](double) { ++asked; };
  lapscale::elimination_tree(graph.view(), order, runtime);
  const int by_tree = asked;
  asked = 0;
  lapscale::supernodal_pattern(graph.view(), order, runtime);
  REQUIRE(asked > by_tree + 2);
}
