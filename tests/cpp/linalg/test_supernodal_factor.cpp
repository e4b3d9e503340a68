#include "lapscale/linalg/supernodal_factor.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

using lapscale::SupernodalFactor;
using lapscale::supernode_runs;
using lapscale::SupernodeRun;

TEST_CASE("runs of supernodes end where they have the entries", "[supernodal_factor]") {
  const std::vector<int> columns = {0, 1, 2, 3, 4, 5};
  const std::vector<int> begin = {0, 3, 4, 10, 11, 12};
  const SupernodalFactor factor{{}, columns, {}, begin, {}, {}};
  const auto ends = [&](int entries) {
    std::vector<std::size_t> end;
    std::size_t last = 0;
    for (const SupernodeRun& run : supernode_runs(factor, entries)) {
      REQUIRE(run.begin == last);
      end.push_back(last = run.end);
    }
    return end;
  };
  REQUIRE(ends(1) == (std::vector<std::size_t>{1, 2, 3, 4, 5}));
  REQUIRE(ends(4) == (std::vector<std::size_t>{2, 3, 5}));
  REQUIRE(ends(100) == (std::vector<std::size_t>{5}));
}

TEST_CASE("a solve may be cut at any supernode", "[supernodal_factor]") {
  // L = [2; 1 4; . 2 5], each column a supernode.
  const std::vector<int> columns = {0, 1, 2, 3};
  const std::vector<int> row_begin = {0, 2, 4, 5};
  const std::vector<int> value_begin = {0, 2, 4, 5};
  const std::vector<int> row = {0, 1, 1, 2, 2};
  const std::vector<double> value = {2, 1, 4, 2, 5};
  const SupernodalFactor factor{{}, columns, row_begin, value_begin, row, value};
  REQUIRE(lapscale::tallest_below(factor) == 1);
  for (const std::size_t cut : {0U, 1U, 2U, 3U}) {
    Eigen::VectorXd x(3);
    x << 2, 9, 24;
    Eigen::VectorXd below(1);
    lapscale::solve_forward(factor, {0, cut}, x, below);
    lapscale::solve_forward(factor, {cut, 3}, x, below);
    REQUIRE(x == Eigen::Vector3d(1, 2, 4));
    lapscale::solve_backward(factor, {cut, 3}, x, below);
    lapscale::solve_backward(factor, {0, cut}, x, below);
    REQUIRE(x[2] == Approx(0.8));
    REQUIRE(x[1] == Approx(0.1));
    REQUIRE(x[0] == Approx(0.45));
  }
}

TEST_CASE("a supernode of several columns is solved as one", "[supernodal_factor]") {
  // L = [2; 1 4; 3 1 5; . . 2 2], the first two columns one supernode.
  const std::vector<int> columns = {0, 2, 3, 4};
  const std::vector<int> row_begin = {0, 3, 5, 6};
  const std::vector<int> value_begin = {0, 6, 8, 9};
  const std::vector<int> row = {0, 1, 2, 2, 3, 3};
  const std::vector<double> value = {2, 1, 3, 0, 4, 1, 5, 2, 2};
  const SupernodalFactor factor{{}, columns, row_begin, value_begin, row, value};
  Eigen::Matrix4d l;
  l << 2, 0, 0, 0, 1, 4, 0, 0, 3, 1, 5, 0, 0, 0, 2, 2;
  const Eigen::MatrixXd given = Eigen::MatrixXd::NullaryExpr(
      4, 3, [](Eigen::Index i, Eigen::Index j) { return static_cast<double>(1 + i * (j + 1)); });
  Eigen::MatrixXd x = l * given;
  Eigen::MatrixXd below(static_cast<Eigen::Index>(lapscale::tallest_below(factor)), 3);
  lapscale::solve_forward(factor, {0, 3}, x, below);
  REQUIRE((x - given).cwiseAbs().maxCoeff() < 1e-13);
  x = l.transpose() * given;
  lapscale::solve_backward(factor, {0, 3}, x, below);
  REQUIRE((x - given).cwiseAbs().maxCoeff() < 1e-13);
}
