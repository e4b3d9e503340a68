#include "lapscale/graph/pseudo_diameter.hpp"

#include <catch.h>

#include <vector>

#include "support/graphs.hpp"
#include "support/threads.hpp"

using lapscale::pseudo_diameter;
using lapscale::Runtime;

namespace {

std::size_t diameter(const Eigen::MatrixXd& m) {
  return pseudo_diameter(tests::graph_of(m).view(), Runtime());
}

Eigen::MatrixXd path(Eigen::Index n) {
  return tests::adjacency(n, [](Eigen::Index i, Eigen::Index j) { return j == i + 1; });
}

}  // namespace

TEST_CASE("pseudo-diameter of graphs whose diameter is known", "[pseudo_diameter]") {
  REQUIRE(diameter(path(17)) == 16);
  REQUIRE(diameter(tests::adjacency(
              12, [](Eigen::Index i, Eigen::Index j) { return j == (i + 1) % 12; })) == 6);
  REQUIRE(diameter(tests::adjacency(9, [](Eigen::Index i, Eigen::Index) { return i == 0; })) == 2);
  REQUIRE(diameter(Eigen::MatrixXd::Ones(6, 6)) == 1);
  REQUIRE(diameter(Eigen::MatrixXd::Zero(4, 4)) == 0);
}

TEST_CASE("the search begins in the middle and still sees both ends", "[pseudo_diameter]") {
  const Eigen::Index n = 15;
  const auto place = [](Eigen::Index i) { return (i * 4 + 7) % 15; };
  Eigen::MatrixXd shuffled(n, n);
  const Eigen::MatrixXd ordered = path(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) shuffled(i, j) = ordered(place(i), place(j));
  }
  REQUIRE(diameter(shuffled) == 14);
}

TEST_CASE("of several components the longest counts", "[pseudo_diameter]") {
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(14, 14);
  both.topLeftCorner(4, 4) = path(4);
  both.bottomRightCorner(10, 10) = path(10);
  REQUIRE(diameter(both) == 9);
}

TEST_CASE("a pseudo-diameter stops where the monitor throws", "[pseudo_diameter]") {
  REQUIRE_THROWS_AS(pseudo_diameter(tests::plane(200).view(), tests::stopping()), tests::Stop);
}
