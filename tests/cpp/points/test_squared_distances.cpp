#include "lapscale/points/squared_distances.hpp"

#include <catch.h>

#include <cstddef>
#include <limits>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::SquaredDistances;

TEST_CASE("all squared distances are those of the points, both ways", "[squared_distances]") {
  for (const std::size_t n : {1u, 15u, 64u, 150u}) {
    const PointIndex index(tests::normal_cloud(n, 7, 3, 0.5).view(), Runtime());
    const SquaredDistances found(index, Runtime());
    const Eigen::MatrixXd exact = tests::sq_distances(tests::points_of(index));
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> row(lapscale::padded(n));
      found.copy_row(i, row.data());
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (j >= n) {
          REQUIRE(row[j] == std::numeric_limits<double>::infinity());
          continue;
        }
        const double wanted = exact(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        REQUIRE(found(i, j) == Approx(wanted).epsilon(1e-13).margin(1e-300));
        REQUIRE(found(i, j) == found(j, i));
        REQUIRE(row[j] == found(i, j));
      }
    }
  }
}

TEST_CASE("far from the origin small distances keep their digits", "[squared_distances]") {
  tests::Points points = tests::normal_cloud(40, 5, 3, 0.5);
  for (double& x : points.x) x = 1e8 + 1e-3 * x;
  const PointIndex index(points.view(), Runtime());
  const SquaredDistances found(index, Runtime());
  const Eigen::MatrixXd exact = tests::sq_distances(tests::points_of(index));
  for (std::size_t i = 1; i < 40; ++i) {
    REQUIRE(found(0, i) == Approx(exact(0, static_cast<Eigen::Index>(i))).epsilon(1e-13));
  }
}

TEST_CASE("threads and order change no squared distance", "[squared_distances][threads]") {
  const PointIndex index(tests::normal_cloud(300, 40, 3, 0.5).view(), Runtime());
  const SquaredDistances one(index, Runtime());
  for (const auto& runtime : {tests::on(tests::Threads(3)), tests::on(tests::backwards)}) {
    const SquaredDistances other(index, runtime);
    for (std::size_t i = 0; i < 300; ++i) {
      for (std::size_t j = 0; j < 300; ++j) REQUIRE(one(i, j) == other(i, j));
    }
  }
}
