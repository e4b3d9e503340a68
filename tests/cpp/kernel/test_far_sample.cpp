#include "lapscale/kernel/far_sample.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/degrees.hpp"
#include "support/leaves.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::FarSample;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::all_leaves;
using tests::Points;

namespace {

constexpr std::size_t n = 3000;
const std::vector<double> bandwidths = {0.01, 0.02, 0.04, 0.1, 0.2, 0.4};

std::vector<double> exact_degrees(const PointIndex& index) {
  return lapscale::direct_degrees(index, all_leaves(index), bandwidths, 3.72, Runtime());
}

std::vector<double> degrees(const PointIndex& index, const FarSample::Plan& plan,
                            const Runtime& runtime = Runtime()) {
  const auto table =
      lapscale::sketched_degrees(index, all_leaves(index), bandwidths, 3.72, plan, runtime);
  std::vector<double> degree(bandwidths.size() * index.size());
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    table.powers(bandwidths[g], 1, degree.data() + g * index.size());
  }
  return degree;
}

// Relative errors of the sampled degrees at bandwidth g.
Eigen::VectorXd errors(const std::vector<double>& sampled, const std::vector<double>& exact,
                       std::size_t g) {
  const auto at = static_cast<Eigen::Index>(g * n);
  const Eigen::Map<const Eigen::VectorXd> a(sampled.data() + at, n);
  const Eigen::Map<const Eigen::VectorXd> b(exact.data() + at, n);
  return a.cwiseQuotient(b).array() - 1;
}

PointIndex square() {
  return {tests::uniform_cube(n, 2, 1).view(), Runtime()};
}

}  // namespace

TEST_CASE("near ends where the plan's number of points is, on average", "[far_sample]") {
  const PointIndex index = square();
  const lapscale::LogBins bins = lapscale::bins_for(0.01, 0.4, 3.72);
  const auto split = FarSample::split(index, bins, 2.25, {200, 300, 5}, Runtime());
  REQUIRE(split.drawn == 300);
  REQUIRE(split.sq_radius == bins.lower(split.first_far_bin));
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::points_of(index));
  const double near = static_cast<double>((sq_dist.array() < split.sq_radius).count()) / n;
  REQUIRE(near > 170);
  REQUIRE(near < 235);
}

TEST_CASE("no sampling where it is not asked for, or would not pay", "[far_sample]") {
  const PointIndex index = square();
  const lapscale::LogBins bins = lapscale::bins_for(0.01, 0.4, 3.72);
  for (const FarSample::Plan& plan :
       {FarSample::Plan{0, 100, 1}, FarSample::Plan{1000, 500, 1}, FarSample::Plan{800, 10, 1}}) {
    const double sq_reach = plan.near == 800 ? 0.001 : 2.25;
    const auto split = FarSample::split(index, bins, sq_reach, plan, Runtime());
    REQUIRE(split.sq_radius == sq_reach);
    REQUIRE(split.first_far_bin == bins.size());
    REQUIRE(split.drawn == 0);
  }
  const FarSample::Plan none = {0, 0, 0};
  REQUIRE(degrees(index, {1000, 500, 1}) == degrees(index, none));
}

TEST_CASE("pairs that are near are all taken", "[far_sample]") {
  const PointIndex index = square();
  const std::vector<double> sampled = degrees(index, {300, 300, 2});
  const std::vector<double> exact = exact_degrees(index);
  // 300 points lie within about 0.36 of a unit: nine bandwidths of 0.04, so nothing far counts.
  for (const std::size_t g : {0U, 1U, 2U}) {
    REQUIRE(errors(sampled, exact, g).cwiseAbs().maxCoeff() < 1e-4);
  }
}

TEST_CASE("sampled degrees are right on average, and nearly so one by one", "[far_sample]") {
  const PointIndex index = square();
  const std::vector<double> exact = exact_degrees(index);
  constexpr int draws = 12;
  for (const std::size_t g : {4U, 5U}) {
    Eigen::VectorXd mean(draws);
    double sum_of_squares = 0;
    for (int draw = 0; draw < draws; ++draw) {
      const auto seed = std::uint64_t{100} + static_cast<std::uint64_t>(draw);
      const Eigen::VectorXd error = errors(degrees(index, {100, 300, seed}), exact, g);
      mean[draw] = error.mean();
      sum_of_squares += error.squaredNorm();
    }
    // 300 points drawn of 2900, in strata: better than 1 / sqrt(300).
    REQUIRE(std::sqrt(sum_of_squares / (draws * n)) < 0.06);
    const double spread = std::sqrt((mean.array() - mean.mean()).square().sum() / (draws - 1));
    REQUIRE(std::abs(mean.mean()) < 4 * spread / std::sqrt(1.0 * draws) + 1e-4);
    REQUIRE(std::abs(mean.mean()) < 0.005);
  }
}

TEST_CASE("a draw depends on its seed, not on the executor", "[far_sample][threads]") {
  const PointIndex index = square();
  const std::vector<double> one = degrees(index, {100, 200, 7});
  REQUIRE(degrees(index, {100, 200, 7}, tests::on(tests::Threads(3))) == one);
  REQUIRE(degrees(index, {100, 200, 7}, tests::on(tests::backwards)) == one);
  REQUIRE(degrees(index, {100, 200, 8}) != one);
}

// A plan for fewer points than are probed for the radius.
TEST_CASE("a small sample may be split too", "[far_sample]") {
  const PointIndex index(tests::uniform_cube(40, 2, 3).view(), Runtime());
  const lapscale::LogBins bins = lapscale::bins_for(0.01, 0.4, 3.72);
  REQUIRE_NOTHROW(FarSample::split(index, bins, 2.25, {3, 5, 1}, Runtime()));
}

TEST_CASE("in many columns leaves share a draw, and degrees are as right",
          "[far_sample][threads]") {
  const Points points = tests::embedded(tests::uniform_cube(n, 2, 1), 40, 2);
  const PointIndex index(points.view(), Runtime());
  REQUIRE(FarSample::leaves_together(index) > 1);
  REQUIRE(FarSample::leaves_together(square()) == 1);
  const std::vector<double> exact = exact_degrees(index);
  double done = 0;
  int falls = 0;
  Runtime watched = tests::on(tests::Threads(3));
  watched.monitor = [&](double share) {
    falls += share < done ? 1 : 0;
    done = share;
  };
  const std::vector<double> sampled = degrees(index, {100, 300, 4}, watched);
  REQUIRE(degrees(index, {100, 300, 4}) == sampled);
  // One pass finds the radius, one the degrees.
  REQUIRE(falls <= 1);
  REQUIRE(done == Approx(1));
  for (const std::size_t g : {4U, 5U}) {
    REQUIRE(std::sqrt(errors(sampled, exact, g).squaredNorm() / n) < 0.08);
  }
  const PointIndex disk = tests::paged(points, 400);
  REQUIRE(degrees(disk, {100, 300, 4}) == sampled);
}
