#include "lapscale/linalg/supernodal_cholesky.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/linalg/cholesky_solve.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

namespace {

struct Filled {
  lapscale::SupernodalPattern pattern;
  std::vector<double> value;
  bool definite;
};

// Of (1 + shift) I - M.
Filled factor_of(const tests::Graph& m, double shift, const Runtime& runtime = Runtime()) {
  Filled filled;
  filled.pattern = lapscale::supernodal_pattern(
      m.view(), lapscale::minimum_degree_order(m.view(), Runtime()), Runtime());
  filled.value.resize(filled.pattern.value_begin().back());
  lapscale::SupernodalCholesky cholesky(m.view(), filled.pattern, -1, 1 + shift,
                                        filled.value.data(), runtime);
  filled.definite = cholesky.fill();
  return filled;
}

// L, its rows in the order of the elimination.
Eigen::MatrixXd dense(const Filled& filled) {
  const lapscale::SupernodalPattern& pattern = filled.pattern;
  const Eigen::Index n = pattern.first_column.back();
  const std::vector<std::size_t> begin = pattern.value_begin();
  Eigen::MatrixXd l = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t s = 0; s < pattern.n_supernodes(); ++s) {
    const std::size_t height = pattern.height(s);
    for (std::size_t j = 0; j < pattern.width(s); ++j) {
      for (std::size_t i = j; i < height; ++i) {
        const int row = pattern.row[static_cast<std::size_t>(pattern.row_begin[s]) + i];
        l(row, pattern.first_column[s] + static_cast<Eigen::Index>(j)) =
            filled.value[begin[s] + j * height + i];
      }
    }
  }
  return l;
}

Eigen::MatrixXd walk(std::size_t n, double h, std::size_t columns, std::uint64_t seed) {
  const tests::Points x = tests::uniform_cube(n, columns, seed);
  return tests::normalized(tests::heat_matrix(tests::sq_distances(x), h, 2));
}

}  // namespace

TEST_CASE("the factor of a dense solver", "[supernodal_cholesky]") {
  for (const std::size_t n : {1U, 3U, 60U, 400U}) {
    for (const double h : {0.02, 0.1, 0.5}) {
      const Eigen::MatrixXd m = walk(n, h, 2, 4);
      const Filled filled = factor_of(tests::graph_of(m), 0.01);
      REQUIRE(filled.definite);
      const auto size = static_cast<Eigen::Index>(n);
      Eigen::MatrixXd a(size, size);
      for (Eigen::Index i = 0; i < size; ++i) {
        for (Eigen::Index j = 0; j < size; ++j) {
          a(i, j) = (i == j ? 1.01 : 0) - m(filled.pattern.order[static_cast<std::size_t>(i)],
                                            filled.pattern.order[static_cast<std::size_t>(j)]);
        }
      }
      const Eigen::MatrixXd l = a.llt().matrixL();
      REQUIRE((dense(filled) - l).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
}

TEST_CASE("fronts of more than a tile, on any threads", "[supernodal_cholesky][threads]") {
  const tests::Graph plane = tests::plane(150);
  const Filled one = factor_of(plane, 1e-9);
  REQUIRE(one.definite);
  REQUIRE(one.value == factor_of(plane, 1e-9, tests::on(tests::Threads(3))).value);
  REQUIRE(one.value == factor_of(plane, 1e-9, tests::on(tests::backwards)).value);
  const tests::Graph body = tests::graph_of(walk(900, 0.2, 3, 6));
  const Filled thick = factor_of(body, 1e-3);
  REQUIRE(thick.value == factor_of(body, 1e-3, tests::on(tests::Threads(3))).value);

  const std::vector<std::size_t> begin = one.pattern.value_begin();
  const std::vector<int> places(begin.begin(), begin.end());
  const lapscale::SupernodalFactor factor{one.pattern.order,     one.pattern.first_column,
                                          one.pattern.row_begin, places,
                                          one.pattern.row,       one.value};
  tests::Draw draw(2);
  const Eigen::MatrixXd b =
      Eigen::MatrixXd::NullaryExpr(150 * 150, 3, [&] { return draw.normal(); });
  const Eigen::MatrixXd x = lapscale::cholesky_solve(factor, b, Runtime());
  const lapscale::SymmetricOperator op = lapscale::sparse_operator(plane.view(), Runtime());
  for (Eigen::Index c = 0; c < 3; ++c) {
    Eigen::VectorXd image(b.rows());
    op.apply(x.col(c).data(), image.data());
    REQUIRE(((1 + 1e-9) * x.col(c) - image - b.col(c)).norm() < 1e-10 * x.norm());
  }
}

TEST_CASE("says what is not positive definite", "[supernodal_cholesky]") {
  const Eigen::MatrixXd m = walk(300, 0.1, 2, 4);
  REQUIRE(factor_of(tests::graph_of(m), 1e-9).definite);
  REQUIRE(!factor_of(tests::graph_of(m), -0.1).definite);
  REQUIRE(!factor_of(tests::graph_of(3 * m), 1e-9).definite);
  REQUIRE(!factor_of(tests::plane(150), -0.5, tests::on(tests::Threads(3))).definite);
}

TEST_CASE("a matrix with a NaN or an infinite entry is not positive definite",
          "[supernodal_cholesky]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const tests::Graph sound = tests::graph_of(walk(60, 0.3, 2, 4));
  for (const double fault : {nan, infinity, -infinity}) {
    // On the diagonal, and beside it.
    for (const int column : {5, 6}) {
      tests::Graph graph = sound;
      for (const auto& [row, other] : {std::pair(5, column), std::pair(column, 5)}) {
        const auto first = graph.column.begin() + graph.begin[static_cast<std::size_t>(row)];
        const auto at = std::find(first, graph.column.end(), other);
        graph.value[static_cast<std::size_t>(at - graph.column.begin())] = fault;
      }
      REQUIRE(!factor_of(graph, 0.01).definite);
    }
  }
  REQUIRE(factor_of(sound, 0.01).definite);
}

TEST_CASE("stops where the monitor throws", "[supernodal_cholesky]") {
  REQUIRE_THROWS_AS(factor_of(tests::plane(150), 1e-9, tests::stopping()), tests::Stop);
}
