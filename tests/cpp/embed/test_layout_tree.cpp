#include "lapscale/embed/layout_tree.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

TEST_CASE("cells hold the center and the moments of their points", "[layout_tree]") {
  const std::size_t n = 203;
  const tests::Points points = tests::normal_cloud(n, 3, 1);
  std::vector<double> mass(n);
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += mass[i] = 1 + static_cast<double>(i % 5);
  lapscale::LayoutTree<3> tree(n);
  tree.sort(points.x, {});
  tree.collect(points.x, mass, lapscale::Runtime());

  std::vector<int> times(n, 0);
  for (std::size_t l = 0; l < tree.n_leaves(); ++l) {
    REQUIRE(tree.points_of(l).size() <= lapscale::layout_leaf_size);
    for (const auto i : tree.points_of(l)) ++times[i];
  }
  REQUIRE(times == std::vector<int>(n, 1));

  const auto& root = tree.cell(0);
  REQUIRE(root.moments[0] == Approx(total));
  double spread[3][3] = {};
  for (std::size_t k = 0; k < 3; ++k) {
    double center = 0;
    for (std::size_t i = 0; i < n; ++i) center += mass[i] * points.at(i, k) / total;
    REQUIRE(root.center[k] == Approx(center).margin(1e-12));
  }
  for (std::size_t i = 0; i < n; ++i) {
    double sq_dist = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double step = points.at(i, k) - root.center[k];
      sq_dist += step * step;
      for (std::size_t l = 0; l < 3; ++l) {
        spread[k][l] += mass[i] * step * (points.at(i, l) - root.center[l]);
      }
    }
    REQUIRE(std::sqrt(sq_dist) <= root.radius * (1 + 1e-12));
  }
  // In the order of v_1^2, v_1 v_2, v_1 v_3, v_2^2, ...
  REQUIRE(root.moments[1] == Approx(0).margin(1e-10));
  REQUIRE(root.moments[4] == Approx(spread[0][0]));
  REQUIRE(root.moments[8] == Approx(spread[1][2]));
}

TEST_CASE("a tree that was sorted at other places has the cells of the present ones",
          "[layout_tree]") {
  const std::size_t n = 100;
  const tests::Points old = tests::normal_cloud(n, 2, 1);
  const tests::Points now = tests::normal_cloud(n, 2, 2);
  const std::vector<double> mass(n, 0.01);
  lapscale::LayoutTree<2> tree(n);
  tree.sort(old.x, {});
  tree.collect(now.x, mass, lapscale::Runtime());
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += 0.01 * now.at(i, 1);
  REQUIRE(tree.cell(0).center[1] == Approx(mean).margin(1e-12));
}

TEST_CASE("points at one place make a tree", "[layout_tree]") {
  const std::vector<double> y(200, 1.0);
  const std::vector<double> mass(100, 0.01);
  lapscale::LayoutTree<2> tree(100);
  tree.sort(y, {});
  tree.collect(y, mass, lapscale::Runtime());
  REQUIRE(tree.cell(0).radius < 1e-12);
}
