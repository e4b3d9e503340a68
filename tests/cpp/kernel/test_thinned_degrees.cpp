#include "lapscale/kernel/thinned_degrees.hpp"

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
using lapscale::Runtime;
using lapscale::thinned_degrees;
using tests::all_leaves;
using tests::degrees_at;
using tests::error_at;
using tests::Points;
using tests::RelativeError;

namespace {

constexpr std::size_t n = 6000;
const std::vector<double> bandwidths = {0.01, 0.02, 0.04, 0.1, 0.2, 0.4};
const lapscale::ThinnedLeaves::Plan all_pairs = {n, 0};

std::vector<double> thinned(const PointIndex& index, const lapscale::ThinnedLeaves::Plan& plan,
                            const Runtime& runtime = Runtime(),
                            const std::vector<double>& at = bandwidths) {
  return degrees_at(thinned_degrees(index, all_leaves(index), bandwidths, 3.72, plan, runtime), at);
}

}  // namespace

TEST_CASE("where nothing is thinned wider bins and nodes hardly cost a digit",
          "[thinned_degrees]") {
  const PointIndex index(tests::uniform_cube(n, 2, 1).view(), Runtime());
  std::vector<double> between;
  for (double h = 0.011; h < 0.4; h *= 1.07) between.push_back(h);
  for (const auto& at : {bandwidths, between}) {
    const std::vector<double> exact =
        lapscale::direct_degrees(index, all_leaves(index), at, 3.72, Runtime());
    const std::vector<double> found = thinned(index, all_pairs, Runtime(), at);
    double worst = 0;
    double square = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double error = found[i] / exact[i] - 1;
      worst = std::max(worst, std::abs(error));
      square += error * error / static_cast<double>(exact.size());
    }
    REQUIRE(worst < 5e-3);
    REQUIRE(std::sqrt(square) < 5e-4);
  }
}

TEST_CASE("thinned degrees are nearly right one by one, and on average", "[thinned_degrees]") {
  for (const Points& points : {tests::uniform_cube(n, 2, 1), tests::sphere(n, 1)}) {
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> exact =
        lapscale::direct_degrees(index, all_leaves(index), bandwidths, 3.72, Runtime());
    for (const std::size_t g : {0U, 2U, 3U, 4U, 5U}) {
      const RelativeError error = error_at(thinned(index, {256, 7}), exact, g, n);
      REQUIRE(error.size < 0.12);
      REQUIRE(std::abs(error.mean) < 0.01);
      // Four times the points: half the error, and less in a plane.
      REQUIRE(error_at(thinned(index, {1024, 7}), exact, g, n).size < 0.6 * error.size + 2e-4);
    }
  }
}

TEST_CASE("in a cloud with tails thinned degrees are right on average, and soon one by one",
          "[thinned_degrees]") {
  const PointIndex index(tests::normal_cloud(n, 4, 1).view(), Runtime());
  const std::vector<double> exact =
      lapscale::direct_degrees(index, all_leaves(index), bandwidths, 3.72, Runtime());
  for (const std::size_t g : {2U, 3U, 4U, 5U}) {
    const RelativeError error = error_at(thinned(index, {256, 7}), exact, g, n);
    REQUIRE(error.size < 0.2);
    REQUIRE(std::abs(error.mean) < 0.01);
    REQUIRE(error_at(thinned(index, {1024, 7}), exact, g, n).size < 0.5 * error.size);
    // As many as are taken in use.
    REQUIRE(error_at(thinned(index, {2048, 7}), exact, g, n).size < 0.03);
  }
}

TEST_CASE("thinned degrees have the same bits on any executor, level and on the disk",
          "[thinned_degrees][threads]") {
  const Points points = tests::uniform_cube(n, 3, 1);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> one = thinned(index, {200, 7});
  REQUIRE(thinned(index, {200, 7}, tests::on(tests::Threads(3))) == one);
  REQUIRE(thinned(index, {200, 7}, tests::on(tests::backwards)) == one);
  REQUIRE(thinned(index, {200, 8}) != one);
  REQUIRE(thinned(tests::paged(points, 400), {200, 7}) == one);
}

TEST_CASE("degrees of some leaves are those of all, where they are asked for",
          "[thinned_degrees]") {
  const PointIndex index(tests::uniform_cube(n, 2, 1).view(), Runtime());
  const std::vector<std::size_t> some = {0, 1, 2, 3, 4, 5, 6, 7, 50, 52, 53, 186, 187};
  const std::vector<double> exact =
      lapscale::direct_degrees(index, all_leaves(index), bandwidths, 3.72, Runtime());
  const std::vector<double> found =
      degrees_at(thinned_degrees(index, some, bandwidths, 3.72, {500, 1}, Runtime()), bandwidths);
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    for (std::size_t i = 0; i < n; ++i) {
      const bool asked = std::count(some.begin(), some.end(), i / lapscale::leaf_size) > 0;
      const double expected = asked ? exact[g * n + i] : 1;
      REQUIRE(std::abs(found[g * n + i] / expected - 1) < (asked ? 0.15 : 1e-6));
    }
  }
}
