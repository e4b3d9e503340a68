#include "lapscale/local/local_covariance.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/degrees.hpp"
#include "support/local_values.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::LocalCovariance;
using lapscale::Neighborhood;
using lapscale::NeighborSample;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::around;
using tests::Points;
using tests::slow_values;

namespace {

const NeighborSample::Plan all_of_them = {std::size_t(-1), 0};

std::vector<double> values(const PointIndex& index, std::size_t centre, double h, double cutoff,
                           std::size_t k) {
  LocalCovariance covariance(Runtime().kernels(), all_of_them);
  const Neighborhood near = around(index, centre, h, h);
  covariance.at(near, centre, h, cutoff);
  std::vector<double> found(k, -1.0);
  covariance.leading_values(k, found.data());
  return found;
}

}  // namespace

TEST_CASE("eigenvalues of the weighted covariance, whichever way they are found",
          "[local_covariance]") {
  struct Case {
    std::size_t n;
    std::size_t dim;
    double ratio;  // of the widths of the columns
    double allowed;
  };
  // The matrix is formed; the columns are the smaller side; the points are; products only.
  for (const Case& one : {Case{300, 4, 0.7, 1e-12}, Case{300, 60, 0.9, 1e-12},
                          Case{40, 200, 0.95, 1e-12}, Case{500, 450, 0.8, 1e-3}}) {
    const Points points = tests::normal_cloud(one.n, one.dim, one.n, one.ratio);
    const PointIndex index(points.view(), Runtime());
    for (const double h : {0.3, 2.0}) {
      const std::vector<double> found = values(index, 7, h, 4, 3);
      const Eigen::VectorXd exact = slow_values(index, 7, h, 4);
      for (std::size_t a = 0; a < 3; ++a) {
        const double wanted = std::max(0.0, exact[static_cast<Eigen::Index>(a)]);
        REQUIRE(std::abs(found[a] - wanted) <= one.allowed * exact[0] + 1e-300);
      }
    }
  }
}

TEST_CASE("pairs beyond the cut-off do not count", "[local_covariance]") {
  const Points points = tests::uniform_cube(200, 3, 3);
  const PointIndex index(points.view(), Runtime());
  for (const double cutoff : {0.5, 1.0, 2.0}) {
    const std::vector<double> found = values(index, 11, 0.2, cutoff, 3);
    const Eigen::VectorXd exact = slow_values(index, 11, 0.2, cutoff);
    for (std::size_t a = 0; a < 3; ++a) {
      REQUIRE(std::abs(found[a] - exact[static_cast<Eigen::Index>(a)]) <= 1e-13 * exact[0]);
    }
  }
}

TEST_CASE("values that there are no directions for are 0", "[local_covariance]") {
  // Points on a line in three columns; an isolated point.
  Points line(50, 3);
  for (std::size_t i = 0; i < line.n; ++i) {
    const double t = static_cast<double>(i) / 50;
    line.put(i, {t, 2 * t, 0});
  }
  const PointIndex index(line.view(), Runtime());
  const std::vector<double> found = values(index, 20, 0.5, 4, 5);
  REQUIRE(found[0] > 1e-3);
  for (std::size_t a = 1; a < 5; ++a) REQUIRE(std::abs(found[a]) < 1e-15);
  REQUIRE(found[3] == 0);
  REQUIRE(found[4] == 0);
  REQUIRE(values(index, 20, 1e-6, 4, 2) == std::vector<double>(2, 0.0));
}

TEST_CASE("one object serves one neighborhood after another", "[local_covariance]") {
  const Points points = tests::uniform_cube(100, 2, 8);
  const PointIndex index(points.view(), Runtime());
  LocalCovariance covariance(Runtime().kernels(), all_of_them);
  for (const std::size_t centre : {0U, 50U, 99U, 0U}) {
    const Neighborhood near = around(index, centre, 0.3, 0.3);
    covariance.at(near, centre, 0.3, 4);
    std::vector<double> found(2);
    covariance.leading_values(2, found.data());
    REQUIRE(found == values(index, centre, 0.3, 4, 2));
  }
}
