#include "lapscale/learn/harmonic_extension.hpp"

#include <catch.h>

#include <vector>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

namespace {

Eigen::MatrixXd weights_of(std::size_t n) {
  Eigen::MatrixXd w =
      tests::heat_matrix(tests::sq_distances(tests::uniform_cube(n, 2, 1)), 0.4, 20);
  w.diagonal().setZero();
  return w;
}

// -L_uu^-1 L_ul f_l and the Schur complement of the free nodes, by Eigen.
struct Dense {
  Eigen::MatrixXd values;
  Eigen::MatrixXd schur;

  Dense(const Eigen::MatrixXd& w, Eigen::Index n, Eigen::MatrixXd f) : values(std::move(f)) {
    const Eigen::Index free = w.rows() - n;
    Eigen::MatrixXd l = -w;
    l.diagonal() = w.rowwise().sum();
    const Eigen::MatrixXd solved =
        l.bottomRightCorner(free, free).ldlt().solve(l.bottomLeftCorner(free, n));
    values.bottomRows(free) = -solved * values.topRows(n);
    schur = l.topLeftCorner(n, n) - l.topRightCorner(n, free) * solved;
  }
};

}  // namespace

TEST_CASE("elimination solves the Dirichlet problem", "[harmonic_extension][threads]") {
  for (const std::size_t u : {5U, 33U, 150U}) {
    const Eigen::Index n = 4;
    const Eigen::MatrixXd w = weights_of(u);
    Eigen::MatrixXd f = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(u), 2);
    f.topRows(n) << 1, -1, 2, 0, -3, 5, 0, 1;
    const Dense exact(w, n, f);
    Eigen::MatrixXd reduced = w;
    Eigen::MatrixXd values = f;
    lapscale::eliminate_free_nodes(reduced, n, values, Runtime());
    REQUIRE((values - exact.values).cwiseAbs().maxCoeff() < 1e-12);
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = 0; i < j; ++i) {
        REQUIRE(std::abs(reduced(i, j) + exact.schur(i, j)) < 1e-12 * std::abs(reduced(i, j)));
      }
    }
    Eigen::MatrixXd again = w;
    Eigen::MatrixXd threaded = f;
    lapscale::eliminate_free_nodes(again, n, threaded, tests::on(tests::Threads(3)));
    REQUIRE(threaded == values);
  }
}

// Two free clusters that hang on their own label by 1 and together by 1e-120: values are known.
TEST_CASE("weights far below rounding keep their meaning", "[harmonic_extension]") {
  constexpr double hair = 1e-120;
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(4, 4);
  w(0, 2) = w(2, 0) = hair;      // given 0 - free 2
  w(2, 3) = w(3, 2) = 1;         // free 2 - free 3
  w(3, 1) = w(1, 3) = 3 * hair;  // free 3 - given 1
  Eigen::MatrixXd f(4, 1);
  f << 0, 1, 0, 0;
  lapscale::eliminate_free_nodes(w, 2, f, Runtime());
  REQUIRE(std::abs(f(2, 0) - 0.75) < 1e-14);
  REQUIRE(std::abs(f(3, 0) - 0.75) < 1e-14);
}

TEST_CASE("iteration on a sparse graph agrees", "[harmonic_extension][threads]") {
  const Eigen::MatrixXd w = weights_of(120);
  const tests::Graph graph = tests::graph_of(w);
  std::vector<char> given(120, 0);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(120);
  for (std::size_t i = 0; i < 4; ++i) {
    given[i] = 1;
    f[static_cast<Eigen::Index>(i)] = static_cast<double>(i) - 1;
  }
  const auto solve = [&](const Runtime& runtime) {
    return lapscale::harmonic_by_iteration(graph.view(), given, f, Eigen::VectorXd(), 1e-13, 1000,
                                           runtime)
        .x;
  };
  const Eigen::VectorXd found = solve(Runtime());
  REQUIRE((found - Dense(w, 4, f).values.col(0)).cwiseAbs().maxCoeff() < 1e-10);
  REQUIRE(found.head(4) == f.head(4));
  REQUIRE(solve(tests::on(tests::backwards)) == found);
}

TEST_CASE("several functions at once are those one by one", "[harmonic_extension]") {
  const Eigen::MatrixXd w = weights_of(90);
  const tests::Graph graph = tests::graph_of(w);
  std::vector<char> given(90, 0);
  Eigen::MatrixXd f = Eigen::MatrixXd::Zero(90, 3);
  for (std::size_t i = 0; i < 3; ++i) given[i] = 1;
  f.topRows(3) << 1, 0, 0, 0, 2, 0, 0, -1, 0;
  const lapscale::LinearSolutions found = lapscale::harmonic_by_products(
      {90, [&w](const Eigen::MatrixXd& v) { return Eigen::MatrixXd(w * v); }}, given, f,
      Eigen::MatrixXd(), 1e-13, 1000);
  REQUIRE((found.x - Dense(w, 3, f).values).cwiseAbs().maxCoeff() < 1e-10);
  REQUIRE(found.residual <= 1e-13);
  for (Eigen::Index j = 0; j < 3; ++j) {
    const lapscale::LinearSolution one = lapscale::harmonic_by_iteration(
        graph.view(), given, f.col(j), Eigen::VectorXd(), 1e-13, 1000, Runtime());
    REQUIRE((one.x - found.x.col(j)).cwiseAbs().maxCoeff() < 1e-11);
    REQUIRE(one.iterations <= found.iterations);
  }
}

TEST_CASE("with a source the Laplacian makes it of the solution", "[harmonic_extension]") {
  const Eigen::MatrixXd w = weights_of(60);
  std::vector<char> given(60, 0);
  given[0] = 1;
  Eigen::MatrixXd f = Eigen::MatrixXd::Zero(60, 2), source = Eigen::MatrixXd::Zero(60, 2);
  for (Eigen::Index i = 1; i < 60; ++i) {
    source(i, 0) = static_cast<double>(i % 5) - 2;
    source(i, 1) = i < 30 ? 1 : -1;
  }
  const lapscale::LinearSolutions found = lapscale::harmonic_by_products(
      {60, [&w](const Eigen::MatrixXd& v) { return Eigen::MatrixXd(w * v); }}, given, f, source,
      1e-13, 1000);
  const Eigen::VectorXd degrees = w.rowwise().sum();
  const Eigen::MatrixXd made = degrees.asDiagonal() * found.x - w * found.x;
  REQUIRE((made - source).bottomRows(59).cwiseAbs().maxCoeff() < 1e-9);
  REQUIRE(found.x.row(0).cwiseAbs().maxCoeff() == 0);
}
