#include "lapscale/linalg/cholesky_solve.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/runtime/eigen.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;
using lapscale::SupernodalFactor;

namespace {

// A supernodal factor that owns its arrays, of P A P' with row order[j] of A as row j.
struct Factor {
  std::vector<int> order;
  std::vector<int> first_column = {0};
  std::vector<int> row_begin = {0};
  std::vector<int> value_begin = {0};
  std::vector<int> row;
  std::vector<double> value;

  SupernodalFactor view() const {
    return {order, first_column, row_begin, value_begin, row, value};
  }
};

// Supernodes of the widths given, whatever the pattern: rows are those that any of the columns has.
Factor factor_of(const Eigen::MatrixXd& a, const std::vector<int>& order,
                 const std::vector<int>& widths) {
  Factor factor;
  factor.order = order;
  const Eigen::Index n = a.rows();
  Eigen::MatrixXd permuted = a;
  for (Eigen::Index i = 0; i < n && !order.empty(); ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      permuted(i, j) = a(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
    }
  }
  const Eigen::MatrixXd l = permuted.llt().matrixL();
  for (const int width : widths) {
    const int first = factor.first_column.back();
    std::vector<int> rows(static_cast<std::size_t>(width));
    std::iota(rows.begin(), rows.end(), first);
    for (int i = first + width; i < n; ++i) {
      if ((l.row(i).segment(first, width).array() != 0).any()) rows.push_back(i);
    }
    for (int j = first; j < first + width; ++j) {
      // Above the diagonal nothing is said.
      for (const int i : rows) factor.value.push_back(i < j ? 1e9 : l(i, j));
    }
    factor.row.insert(factor.row.end(), rows.begin(), rows.end());
    factor.first_column.push_back(first + width);
    factor.row_begin.push_back(static_cast<int>(factor.row.size()));
    factor.value_begin.push_back(static_cast<int>(factor.value.size()));
  }
  return factor;
}

Eigen::MatrixXd random_block(Eigen::Index n, Eigen::Index columns) {
  tests::Draw draw(4);
  return Eigen::MatrixXd::NullaryExpr(n, columns, [&] { return draw.normal(); });
}

// A path with some chords, made positive definite.
Eigen::MatrixXd chorded_path(Eigen::Index n) {
  const Eigen::MatrixXd w = tests::adjacency(
      n, [](Eigen::Index i, Eigen::Index j) { return j == i + 1 || (i % 5 == 0 && j == i + 7); });
  return Eigen::MatrixXd((1.5 * w.rowwise().sum()).asDiagonal()) - w;
}

}  // namespace

TEST_CASE("solves as a dense solver does, in any order and any supernodes", "[cholesky_solve]") {
  const Eigen::Index n = 24;
  const Eigen::MatrixXd a = chorded_path(n);
  std::vector<int> shuffled(24);
  for (int i = 0; i < 24; ++i) shuffled[static_cast<std::size_t>(i)] = i * 7 % 24;
  const std::vector<int> ones(24, 1);
  for (const std::vector<int>& order : {std::vector<int>(), shuffled}) {
    for (const std::vector<int>& widths :
         {ones, std::vector<int>{1, 3, 8, 1, 2, 9}, std::vector<int>{24}}) {
      const Factor factor = factor_of(a, order, widths);
      for (const Eigen::Index columns : {1, 2, 4, 9}) {
        const Eigen::MatrixXd b = random_block(n, columns);
        const Eigen::MatrixXd x = lapscale::cholesky_solve(factor.view(), b, Runtime());
        REQUIRE((a * x - b).norm() < 1e-13 * b.norm());
      }
    }
  }
}

TEST_CASE("a factor and its solutions are the same bits on any threads",
          "[cholesky_solve][threads]") {
  const Eigen::MatrixXd a = chorded_path(40);
  const Factor factor = factor_of(a, {}, {4, 4, 1, 11, 20});
  const Eigen::MatrixXd b = random_block(40, 13);
  const Eigen::MatrixXd x = lapscale::cholesky_solve(factor.view(), b, Runtime());
  REQUIRE(x == lapscale::cholesky_solve(factor.view(), b, tests::on(tests::Threads(3))));
  REQUIRE(x == lapscale::cholesky_solve(factor.view(), b, tests::on(tests::backwards)));
}

TEST_CASE("a factor of one row, and no right-hand side", "[cholesky_solve]") {
  const Factor factor = factor_of(Eigen::MatrixXd::Constant(1, 1, 4), {}, {1});
  const Eigen::MatrixXd b = Eigen::MatrixXd::Constant(1, 3, 2);
  REQUIRE(lapscale::cholesky_solve(factor.view(), b, Runtime()) ==
          Eigen::MatrixXd::Constant(1, 3, 0.5));
  REQUIRE(lapscale::cholesky_solve(factor.view(), b.leftCols(0), Runtime()).size() == 0);
}

TEST_CASE("a solve stops where the monitor throws, and tells how far it is", "[cholesky_solve]") {
  const Factor factor = factor_of(chorded_path(40), {}, {4, 4, 1, 11, 20});
  const Eigen::MatrixXd b = random_block(40, 13);
  REQUIRE_THROWS_AS(lapscale::cholesky_solve(factor.view(), b, tests::stopping()), tests::Stop);
  std::vector<double> share;
  Runtime runtime;
  runtime.monitor = [&](double done) { share.push_back(done); };
  lapscale::cholesky_solve(factor.view(), b.leftCols(3), runtime);
  REQUIRE(std::is_sorted(share.begin(), share.end()));
  REQUIRE(share.size() >= 4);
  REQUIRE(share.back() == 1);
}
