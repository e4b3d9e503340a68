#include "lapscale/linalg/largest_eigenpairs.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/linalg/cholesky_solve.hpp"
#include "lapscale/linalg/supernodal_cholesky.hpp"
#include "lapscale/linalg/supernodal_pattern.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::EigenPairs;
using lapscale::LargestEigenpairs;
using lapscale::Runtime;

namespace {

EigenPairs solve(const Eigen::MatrixXd& m, std::size_t k, const Eigen::MatrixXd& known,
                 const Runtime& runtime = Runtime()) {
  const tests::Graph graph = tests::graph_of(m);
  const lapscale::SymmetricOperator op = lapscale::sparse_operator(graph.view(), runtime);
  return LargestEigenpairs(op, k, known).solve();
}

EigenPairs solve(const Eigen::MatrixXd& m, std::size_t k) {
  return solve(m, k, Eigen::MatrixXd(m.rows(), 0));
}

// Orthonormal, small residuals that are what they say, and these eigenvalues.
bool right(const Eigen::MatrixXd& m, const EigenPairs& pairs, const Eigen::VectorXd& spectrum,
           double allowed = 1e-11) {
  const Eigen::Index k = pairs.values.size();
  const Eigen::VectorXd residuals =
      (m * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).colwise().norm();
  return tests::is_orthonormal(pairs.vectors, 1e-10) && residuals.maxCoeff() < 1e-9 &&
         (residuals - pairs.residuals).norm() < 1e-12 &&
         (pairs.values - spectrum.head(k)).cwiseAbs().maxCoeff() < allowed;
}

// The formula's values at 0, ..., n - 1, decreasing.
Eigen::VectorXd spectrum(Eigen::Index n, const std::function<double(double)>& formula) {
  Eigen::VectorXd values = Eigen::VectorXd::NullaryExpr(
      n, [&](Eigen::Index j) { return formula(static_cast<double>(j)); });
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

Eigen::MatrixXd cycle(Eigen::Index n) {
  return tests::normalized(
      tests::adjacency(n, [n](Eigen::Index i, Eigen::Index j) { return j == (i + 1) % n; }));
}

Eigen::MatrixXd torus(Eigen::Index side) {
  return tests::normalized(tests::adjacency(side * side, [=](Eigen::Index i, Eigen::Index j) {
    const Eigen::Index right = i / side * side + (i + 1) % side;
    const Eigen::Index up = (i + side) % (side * side);
    return j == right || j == up;
  }));
}

// The weights of a heat-kernel graph of random points, normalized.
Eigen::MatrixXd random_graph(std::size_t n, std::uint64_t seed) {
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::uniform_cube(n, 2, seed));
  return tests::normalized(tests::heat_matrix(sq_dist, 0.15, 3));
}

// The constant vectors of `copies` regular graphs of one size.
Eigen::MatrixXd indicators(Eigen::Index size, Eigen::Index copies) {
  const double height = 1 / std::sqrt(static_cast<double>(size));
  Eigen::MatrixXd known = Eigen::MatrixXd::Zero(size * copies, copies);
  for (Eigen::Index c = 0; c < copies; ++c)
    known.col(c).segment(c * size, size).setConstant(height);
  return known;
}

}  // namespace

// Every eigenvalue of a cycle but the first comes twice; plain Lanczos finds one copy of each.
TEST_CASE("a cycle: pairs of equal eigenvalues", "[largest_eigenpairs]") {
  for (const Eigen::Index n : {60, 400, 1000}) {
    const Eigen::VectorXd exact =
        spectrum(n, [n](double j) { return std::cos(2 * tests::pi * j / static_cast<double>(n)); });
    const Eigen::MatrixXd m = cycle(n);
    for (const std::size_t k : {1U, 2U, 5U, 8U}) REQUIRE(right(m, solve(m, k), exact));
  }
}

TEST_CASE("a torus: eigenvalues that come four and eight times", "[largest_eigenpairs]") {
  const Eigen::Index side = 20;
  const Eigen::VectorXd exact = spectrum(side * side, [](double j) {
    const double angle = 2 * tests::pi / side;
    return (std::cos(angle * std::floor(j / side)) + std::cos(angle * std::fmod(j, side))) / 2;
  });
  const Eigen::MatrixXd m = torus(side);
  for (const std::size_t k : {3U, 5U, 9U, 13U, 30U}) REQUIRE(right(m, solve(m, k), exact));
}

// 1 - lambda_1 is 1e-6, and the gaps are as small.
TEST_CASE("a long path: eigenvalues crowded at 1", "[largest_eigenpairs][slow]") {
  const Eigen::Index n = 2000;
  const Eigen::MatrixXd m = tests::normalized(
      tests::adjacency(n, [](Eigen::Index i, Eigen::Index j) { return j == i + 1; }));
  const Eigen::VectorXd exact =
      spectrum(n, [](double j) { return std::cos(tests::pi * j / static_cast<double>(n - 1)); });
  for (const std::size_t k : {2U, 7U}) REQUIRE(right(m, solve(m, k), exact, 1e-12));
}

TEST_CASE("identical components: every eigenvalue once per component", "[largest_eigenpairs]") {
  const Eigen::MatrixXd block = random_graph(120, 1);
  const Eigen::MatrixXd m = tests::block_diagonal(block, 3);
  const Eigen::VectorXd once = tests::dense_spectrum(block);
  const Eigen::VectorXd thrice =
      spectrum(360, [&](double j) { return once[static_cast<Eigen::Index>(std::floor(j / 3))]; });
  for (const std::size_t k : {2U, 3U, 4U, 9U, 14U}) REQUIRE(right(m, solve(m, k), thrice));
}

TEST_CASE("a random graph agrees with a dense solver", "[largest_eigenpairs]") {
  const Eigen::MatrixXd m = random_graph(500, 2);
  const Eigen::VectorXd exact = tests::dense_spectrum(m);
  for (const std::size_t k : {1U, 6U, 25U}) REQUIRE(right(m, solve(m, k), exact));
  // More than a third of all: solved densely.
  REQUIRE(right(m, solve(m, 200), exact));
}

TEST_CASE("small matrices, any k", "[largest_eigenpairs]") {
  for (const Eigen::Index n : {1, 2, 3, 12}) {
    const Eigen::MatrixXd m = random_graph(static_cast<std::size_t>(n), 3);
    const Eigen::VectorXd exact = tests::dense_spectrum(m);
    for (Eigen::Index k = 1; k <= n; ++k) {
      REQUIRE(right(m, solve(m, static_cast<std::size_t>(k)), exact));
    }
  }
}

TEST_CASE("vectors known already come first, and the rest beside them", "[largest_eigenpairs]") {
  for (const Eigen::Index size : {40, 150}) {
    const Eigen::MatrixXd m = tests::block_diagonal(cycle(size), 3);
    const Eigen::MatrixXd known = indicators(size, 3);
    REQUIRE(((m * known) - known).norm() < 1e-12);
    const Eigen::VectorXd exact = spectrum(3 * size, [size](double j) {
      return std::cos(2 * tests::pi * std::floor(j / 3) / static_cast<double>(size));
    });
    for (const std::size_t k : {1U, 3U, 4U, 9U, 16U}) {
      const EigenPairs pairs = solve(m, k, known);
      REQUIRE(right(m, pairs, exact));
      const Eigen::Index same = std::min<Eigen::Index>(pairs.values.size(), 3);
      REQUIRE(pairs.vectors.leftCols(same) == known.leftCols(same));
    }
  }
}

// Lanczos runs out of new directions before it has seen k values.
TEST_CASE("few distinct eigenvalues, each of high multiplicity", "[largest_eigenpairs]") {
  const Eigen::MatrixXd m = tests::block_diagonal(cycle(6), 60);
  const Eigen::VectorXd exact =
      spectrum(360, [](double j) { return std::cos(2 * tests::pi * std::floor(j / 60) / 6); });
  REQUIRE(right(m, solve(m, 10), exact));
  REQUIRE(right(m, solve(m, 70), exact));
  REQUIRE(right(m, solve(m, 70, indicators(6, 60)), exact));
}

TEST_CASE("a complete graph: one, and nothing else", "[largest_eigenpairs]") {
  const Eigen::MatrixXd m = Eigen::MatrixXd::Constant(310, 310, 1.0 / 310);
  const Eigen::VectorXd exact = spectrum(310, [](double j) { return j < 1 ? 1.0 : 0.0; });
  for (const std::size_t k : {1U, 2U, 6U}) REQUIRE(right(m, solve(m, k), exact));
}

// 1, -1, and 0 in between: the smallest eigenvalue is at the end of the range.
TEST_CASE("a star: a spectrum that reaches -1", "[largest_eigenpairs]") {
  const Eigen::MatrixXd m = tests::normalized(
      tests::adjacency(320, [](Eigen::Index i, Eigen::Index j) { return i == 0 && j > 0; }));
  const Eigen::VectorXd exact = spectrum(320, [](double j) { return j < 1 ? 1.0 : 0.0; });
  for (const std::size_t k : {1U, 2U, 5U}) REQUIRE(right(m, solve(m, k), exact));
}

TEST_CASE("two calls agree to the last bit, on any executor", "[largest_eigenpairs][threads]") {
  const Eigen::MatrixXd m = torus(18);
  const Eigen::MatrixXd none(m.rows(), 0);
  const EigenPairs one = solve(m, 9, none);
  for (const lapscale::Executor& executor :
       {lapscale::Executor(lapscale::serial), lapscale::Executor(tests::backwards),
        lapscale::Executor(tests::Threads(2))}) {
    const EigenPairs other = solve(m, 9, none, tests::on(executor));
    REQUIRE(one.values == other.values);
    REQUIRE(one.vectors == other.vectors);
  }
}

TEST_CASE("the inverse finds what the filter finds", "[largest_eigenpairs]") {
  const double shift = 1e-11;
  const auto solve_by_inverse = [shift](const Eigen::MatrixXd& m, std::size_t k,
                                        const Eigen::MatrixXd& known) {
    const Eigen::MatrixXd shifted = (1 + shift) * Eigen::MatrixXd::Identity(m.rows(), m.cols()) - m;
    const Eigen::LLT<Eigen::MatrixXd> factor(shifted);
    const auto inverse = [&](const Eigen::MatrixXd& v) -> Eigen::MatrixXd {
      return factor.solve(v);
    };
    const tests::Graph graph = tests::graph_of(m);
    const Runtime runtime;
    const lapscale::SymmetricOperator op = lapscale::sparse_operator(graph.view(), runtime);
    return LargestEigenpairs(op, k, known, lapscale::ShiftedInverse{inverse, shift, {}}).solve();
  };
  const Eigen::MatrixXd copies = tests::block_diagonal(cycle(101), 4);
  Eigen::MatrixXd known = Eigen::MatrixXd::Zero(404, 4);
  for (Eigen::Index c = 0; c < 4; ++c) known.col(c).segment(101 * c, 101).setConstant(1);
  known /= std::sqrt(101.0);
  REQUIRE(right(copies, solve_by_inverse(copies, 14, known), tests::dense_spectrum(copies)));
  const Eigen::MatrixXd square = torus(20);
  const Eigen::MatrixXd constant = Eigen::MatrixXd::Constant(400, 1, 1.0 / 20);
  REQUIRE(right(square, solve_by_inverse(square, 13, constant), tests::dense_spectrum(square)));
}

// Of a circle, whose eigenvalues come in pairs, and four at a time where there are two.
TEST_CASE("several vectors at a time by the inverse of a large matrix",
          "[largest_eigenpairs][slow]") {
  const int n = 24000;
  for (const int circles : {1, 2}) {
    const int size = n / circles;
    tests::Graph graph;
    for (int i = 0; i < n; ++i) {
      const int first = i / size * size;
      const int left = first + (i - first + size - 1) % size;
      const int right = first + (i - first + 1) % size;
      graph.column.push_back(std::min(left, right));
      graph.column.push_back(std::max(left, right));
      graph.value.insert(graph.value.end(), {0.5, 0.5});
      graph.begin.push_back(2 * i + 2);
    }
    const double shift = 1e-9;
    const lapscale::SupernodalPattern pattern = lapscale::supernodal_pattern(
        graph.view(), lapscale::minimum_degree_order(graph.view(), Runtime()), Runtime());
    const std::vector<std::size_t> begin = pattern.value_begin();
    const std::vector<int> places(begin.begin(), begin.end());
    std::vector<double> value(begin.back());
    REQUIRE(
        lapscale::SupernodalCholesky(graph.view(), pattern, -1, 1 + shift, value.data(), Runtime())
            .fill());
    const lapscale::SupernodalFactor factor{pattern.order, pattern.first_column, pattern.row_begin,
                                            places,        pattern.row,          value};
    const lapscale::BlockMap inverse = [&](const Eigen::MatrixXd& b) {
      return lapscale::cholesky_solve(factor, b, Runtime());
    };
    const lapscale::SymmetricOperator op = lapscale::sparse_operator(graph.view(), Runtime());
    const Eigen::MatrixXd known = indicators(size, circles);
    for (const std::size_t k : {3U, 9U}) {
      const EigenPairs pairs =
          LargestEigenpairs(op, k, known, lapscale::ShiftedInverse{inverse, shift, {}}).solve();
      REQUIRE(tests::is_orthonormal(pairs.vectors, 1e-10));
      REQUIRE(pairs.residuals.maxCoeff() < 1e-10);
      for (std::size_t j = 0; j < k; ++j) {
        const auto place = static_cast<double>((j / static_cast<std::size_t>(circles) + 1) / 2);
        const double exact = std::cos(2 * tests::pi * place / size);
        REQUIRE(std::abs(pairs.values[static_cast<Eigen::Index>(j)] - exact) < 1e-13);
      }
    }
  }
}
