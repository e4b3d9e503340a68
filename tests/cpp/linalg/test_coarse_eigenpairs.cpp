#include "lapscale/linalg/coarse_eigenpairs.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>

#include "lapscale/linalg/row_groups.hpp"
#include "lapscale/linalg/sparse_block_operator.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::EigenPairs;
using lapscale::Runtime;

namespace {

// Of the walk with weights W, as graph_spectrum() uses it.
std::optional<EigenPairs> solve(const Eigen::MatrixXd& weights, Eigen::Index k,
                                int max_products = 60, const Runtime& runtime = Runtime()) {
  const tests::Graph graph = tests::graph_of(tests::normalized(weights));
  const Eigen::VectorXd base = weights.rowwise().sum().cwiseSqrt().normalized();
  const auto coarse = lapscale::row_walk(graph.view(), base, runtime);
  if (!coarse) return std::nullopt;
  return lapscale::coarse_eigenpairs(lapscale::sparse_block_operator(graph.view(), runtime),
                                     *coarse, base, k, {1e-11, 1, max_products, true}, runtime);
}

bool right(const Eigen::MatrixXd& weights, const std::optional<EigenPairs>& pairs,
           const Eigen::VectorXd& spectrum) {
  if (!pairs) return false;
  const Eigen::MatrixXd m = tests::normalized(weights);
  const Eigen::VectorXd residuals =
      (m * pairs->vectors - pairs->vectors * pairs->values.asDiagonal()).colwise().norm();
  const Eigen::Index k = pairs->values.size();
  return tests::is_orthonormal(pairs->vectors, 1e-10) && residuals.maxCoeff() < 2e-11 &&
         (residuals - pairs->residuals).norm() < 1e-12 &&
         (pairs->values - spectrum.head(k)).cwiseAbs().maxCoeff() < 1e-11;
}

// Points of a circle, each joined to those at most `reach` places away.
Eigen::MatrixXd ring(Eigen::Index n, Eigen::Index reach) {
  return tests::adjacency(n, [=](Eigen::Index i, Eigen::Index j) {
    const Eigen::Index steps = (j - i + n) % n;
    return steps >= 1 && steps <= reach;
  });
}

Eigen::VectorXd ring_spectrum(Eigen::Index n, Eigen::Index reach) {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index r = 1; r <= reach; ++r) {
      const auto steps = static_cast<double>(j * r);
      values[j] +=
          std::cos(2 * tests::pi * steps / static_cast<double>(n)) / static_cast<double>(reach);
    }
  }
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

}  // namespace

TEST_CASE("a ring: pairs of equal eigenvalues, crowded at 1", "[coarse_eigenpairs]") {
  const Eigen::MatrixXd weights = ring(900, 20);
  const Eigen::VectorXd exact = ring_spectrum(900, 20);
  for (const Eigen::Index k : {2, 3, 8, 29}) CHECK(right(weights, solve(weights, k), exact));
}

TEST_CASE("a torus from groups of its points: all copies of each eigenvalue",
          "[coarse_eigenpairs]") {
  const Eigen::Index side = 24;
  const Eigen::MatrixXd weights =
      tests::adjacency(side * side, [=](Eigen::Index i, Eigen::Index j) {
        const Eigen::Index right = i / side * side + (i + 1) % side;
        const Eigen::Index up = (i + side) % (side * side);
        return j == right || j == up;
      });
  const Eigen::VectorXd exact = tests::dense_spectrum(tests::normalized(weights));
  for (const Eigen::Index k : {2, 5, 9, 13}) CHECK(right(weights, solve(weights, k), exact));
}

TEST_CASE("a heat kernel of points, and clusters with weak links", "[coarse_eigenpairs]") {
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::uniform_cube(700, 2, 1));
  const Eigen::MatrixXd weights = tests::heat_matrix(sq_dist, 0.12, 3);
  const Eigen::VectorXd exact = tests::dense_spectrum(tests::normalized(weights));
  for (const Eigen::Index k : {2, 6, 20}) CHECK(right(weights, solve(weights, k), exact));
  Eigen::MatrixXd clusters = tests::block_diagonal(weights.topLeftCorner(100, 100), 5);
  for (Eigen::Index c = 0; c < 5; ++c) {
    const Eigen::Index next = (c + 1) % 5 * 100;
    clusters(c * 100, next) = clusters(next, c * 100) = 1e-4;
  }
  const Eigen::VectorXd five = tests::dense_spectrum(tests::normalized(clusters));
  for (const Eigen::Index k : {3, 5, 7}) CHECK(right(clusters, solve(clusters, k), five));
}

TEST_CASE("a complete graph: one group, and nothing but random columns", "[coarse_eigenpairs]") {
  const Eigen::MatrixXd weights = Eigen::MatrixXd::Ones(310, 310);
  Eigen::VectorXd exact = Eigen::VectorXd::Zero(310);
  exact[0] = 1;
  for (const Eigen::Index k : {2, 6}) CHECK(right(weights, solve(weights, k), exact));
}

TEST_CASE("too few products give nothing", "[coarse_eigenpairs]") {
  CHECK(!solve(ring(600, 20), 4, 2));
}

TEST_CASE("the same bits on any executor", "[coarse_eigenpairs][threads]") {
  const Eigen::MatrixXd weights = ring(700, 20);
  const auto one = solve(weights, 6);
  const auto other = solve(weights, 6, 60, tests::on(tests::Threads(3)));
  REQUIRE(one.has_value());
  REQUIRE(other.has_value());
  CHECK(one->values == other->values);
  CHECK(one->vectors == other->vectors);
}
