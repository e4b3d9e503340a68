#include "lapscale/kernel/projected_degrees.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/leaves.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/thinning.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::projected_degrees;
using lapscale::Runtime;
using lapscale::ThinnedPoints;
using tests::all_leaves;
using tests::degrees_at;
using tests::error_at;
using tests::Points;
using tests::RelativeError;

namespace {

constexpr std::size_t n = 6000;
constexpr std::size_t dim = 40;
const std::vector<double> bandwidths = {0.01, 0.02, 0.04, 0.1, 0.2, 0.4};
const ThinnedPoints::Plan all_pairs = {n, 0};

Points square() {
  return tests::embedded(tests::uniform_cube(n, 2, 1), dim, 2);
}

std::vector<double> degrees(const PointIndex& index, const ThinnedPoints::Plan& plan,
                            const Runtime& runtime = Runtime()) {
  return degrees_at(projected_degrees(index, all_leaves(index), bandwidths, 3.72, plan, runtime),
                    bandwidths);
}

std::vector<double> exact_degrees(const PointIndex& index) {
  return lapscale::direct_degrees(index, all_leaves(index), bandwidths, 3.72, Runtime());
}

}  // namespace

TEST_CASE("where nothing is thinned degrees are exact but for bins", "[projected_degrees]") {
  const PointIndex index(square().view(), Runtime());
  const std::vector<double> exact = exact_degrees(index);
  const std::vector<double> found = degrees(index, all_pairs);
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    REQUIRE(error_at(found, exact, g, n).size < 5e-4);
  }
}

TEST_CASE("thinned degrees of many columns are nearly right one by one, and on average",
          "[projected_degrees]") {
  const Points cloud = tests::embedded(tests::normal_cloud(n, 4, 1), dim, 2);
  for (const Points& points : {square(), cloud}) {
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> exact = exact_degrees(index);
    for (const std::size_t g : {0U, 2U, 3U, 4U, 5U}) {
      const RelativeError error = error_at(degrees(index, {256, 7}), exact, g, n);
      REQUIRE(error.size < 0.12);
      REQUIRE(std::abs(error.mean) < 0.01);
      REQUIRE(error_at(degrees(index, {1024, 7}), exact, g, n).size < 0.6 * error.size + 2e-4);
    }
  }
}

TEST_CASE("thinned degrees of many columns have the same bits on any executor and on the disk",
          "[projected_degrees][threads]") {
  for (const std::size_t columns : {40U, 600U}) {
    const Points points = tests::embedded(tests::uniform_cube(2000, 3, 1), columns, 2);
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> one = degrees(index, {100, 7});
    REQUIRE(degrees(index, {100, 7}, tests::on(tests::Threads(3))) == one);
    REQUIRE(degrees(index, {100, 7}, tests::on(tests::backwards)) == one);
    REQUIRE(degrees(index, {100, 8}) != one);
    REQUIRE(degrees(tests::paged(points, 400), {100, 7}) == one);
  }
}

TEST_CASE("degrees of some leaves are those of all, in many columns", "[projected_degrees]") {
  const PointIndex index(square().view(), Runtime());
  const std::vector<std::size_t> some = {0, 1, 2, 3, 4, 5, 6, 7, 50, 52, 53, 186, 187};
  const std::vector<double> all = degrees(index, {500, 1});
  const std::vector<double> found =
      degrees_at(projected_degrees(index, some, bandwidths, 3.72, {500, 1}, Runtime()), bandwidths);
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    for (std::size_t i = 0; i < n; ++i) {
      const bool asked = std::count(some.begin(), some.end(), i / lapscale::leaf_size) > 0;
      REQUIRE(std::abs(found[g * n + i] / (asked ? all[g * n + i] : 1) - 1) < 0.15);
    }
  }
}

TEST_CASE("of points that are floats degrees are nearly those of doubles, wherever they are",
          "[projected_degrees]") {
  Points points = tests::embedded(tests::uniform_cube(2000, 3, 1), 600, 2);
  for (double& value : points.x) value = static_cast<float>(value);
  const PointIndex index(points.view(), Runtime());
  REQUIRE(index.are_floats());
  const std::vector<double> one = degrees(index, {100, 7});
  REQUIRE(degrees(tests::paged(points, 400), {100, 7}) == one);
  REQUIRE(degrees(tests::paged(points, 400, true), {100, 7}) == one);
  const std::vector<double> exact = exact_degrees(index);
  const std::vector<double> found = degrees(index, {2000, 0});
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    REQUIRE(error_at(found, exact, g, 2000).size < 5e-4);
  }
}
