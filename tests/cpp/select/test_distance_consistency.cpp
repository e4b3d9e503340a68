#include "lapscale/select/distance_consistency.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/points/deflated_distances.hpp"
#include "lapscale/points/known_distances.hpp"
#include "support/manifolds.hpp"
#include "support/metrics.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::CentrePart;
using lapscale::DegreeFactors;
using lapscale::DistanceConsistency;
using lapscale::moving_distance;
using lapscale::PointIndex;
using lapscale::projection_distance;
using lapscale::Runtime;
using lapscale::SquaredDistances;
using lapscale::StepSpectrum;
using tests::MetricProblem;

namespace {

const std::vector<double> bandwidths = {0.4, 0.05, 0.1, 0.2, 0.8, 0.25, 0.3};

// By center and bandwidth.
std::vector<StepSpectrum> steps(const DistanceConsistency& consistency,
                                const std::vector<std::size_t>& centre, double alpha,
                                const Runtime& runtime = Runtime(),
                                const CentrePart& part = CentrePart()) {
  std::vector<StepSpectrum> found(centre.size() * bandwidths.size());
  consistency.steps(
      centre, bandwidths, lapscale::consistency_cutoff, alpha,
      [&](std::size_t i, std::size_t g, const StepSpectrum& step) {
        found[i * bandwidths.size() + g] = step;
      },
      runtime, part);
  return found;
}

std::vector<std::size_t> some_centres(std::size_t n) {
  std::vector<std::size_t> centre;
  for (std::size_t i = 0; i < n; i += 7) centre.push_back(i);
  return centre;
}

tests::Points rounded(tests::Points points) {
  for (double& x : points.x) x = std::round(8 * x) / 8;
  return points;
}

}  // namespace

TEST_CASE("steps from distances are those of the dense definition", "[distance_consistency]") {
  // Few columns and many, more than points, ties, and noise that has no leading direction.
  const std::vector<tests::Points> sets = {
      tests::sphere(200, 1), tests::normal_cloud(220, 40, 3, 0.7),
      tests::normal_cloud(90, 130, 2, 0.8), rounded(tests::normal_cloud(150, 4, 5)),
      tests::uniform_cube(200, 60, 4)};
  for (const tests::Points& points : sets) {
    for (const double alpha : {0.0, 1.0}) {
      const MetricProblem one(points, 1, 4);
      const SquaredDistances sq_dist(one.index, Runtime());
      const std::vector<std::size_t> centre = some_centres(points.n);
      const DegreeFactors degrees(one.index, centre, {lapscale::consistency_cutoff, alpha},
                                  bandwidths, nullptr, {}, Runtime());
      std::vector<DistanceConsistency> ways;
      ways.emplace_back(sq_dist, nullptr);
      ways.emplace_back(sq_dist, &one.index);
      ways.emplace_back(one.index, degrees);
      for (const DistanceConsistency& consistency : ways) {
        const std::vector<StepSpectrum> found = steps(consistency, centre, alpha);
        for (std::size_t g = 0; g < bandwidths.size(); ++g) {
          const MetricProblem problem(points, bandwidths[g], lapscale::consistency_cutoff);
          double error = 0;
          for (std::size_t i = 0; i < centre.size(); ++i) {
            const StepSpectrum exact = problem.exact_step(centre[i], alpha);
            const StepSpectrum& step = found[i * bandwidths.size() + g];
            REQUIRE(step.degree == Approx(exact.degree));
            REQUIRE(step.self == Approx(exact.self));
            REQUIRE(step.concentration == Approx(exact.concentration));
            const auto a = projection_distance(step.values);
            const auto b = projection_distance(exact.values);
            REQUIRE(a.distance == Approx(b.distance).margin(5e-3));
            error += std::abs(a.distance - b.distance) / static_cast<double>(centre.size());
            // What leaves the point counts as often as it does.
            const double moved = (1 - exact.self) * std::abs(moving_distance(step).distance -
                                                             moving_distance(exact).distance);
            REQUIRE(moved < 5e-3);
            error += moved / static_cast<double>(centre.size());
          }
          REQUIRE(error < 5e-4);
        }
      }
    }
  }
}

TEST_CASE("in few dimensions steps from distances are exact", "[distance_consistency]") {
  const MetricProblem one(tests::normal_cloud(200, 5, 3, 0.6), 1, 4);
  const SquaredDistances sq_dist(one.index, Runtime());
  const std::vector<std::size_t> centre = some_centres(200);
  const std::vector<StepSpectrum> found = steps(DistanceConsistency(sq_dist, nullptr), centre, 1);
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    const MetricProblem problem(one.points, bandwidths[g], lapscale::consistency_cutoff);
    for (std::size_t i = 0; i < centre.size(); ++i) {
      const StepSpectrum exact = problem.exact_step(centre[i], 1);
      const Eigen::VectorXd& values = found[i * bandwidths.size() + g].values;
      for (Eigen::Index k = 0; k < std::min<Eigen::Index>(values.size(), 5); ++k) {
        REQUIRE(values[k] == Approx(exact.values[k]).margin(1e-9));
      }
    }
  }
}

TEST_CASE("a point among copies of itself, or alone, takes no step", "[distance_consistency]") {
  const PointIndex index(tests::two_places(40, 3, 50, 1).view(), Runtime());
  const SquaredDistances sq_dist(index, Runtime());
  for (const StepSpectrum& step : steps(DistanceConsistency(sq_dist, &index), {0, 41}, 1)) {
    REQUIRE(std::isfinite(step.values[0]));
    REQUIRE(projection_distance(step.values).distance <= 1);
  }
}

TEST_CASE("threads, order and parts change no bit of the steps",
          "[distance_consistency][threads]") {
  const PointIndex index(tests::normal_cloud(250, 40, 3, 0.8).view(), Runtime());
  const SquaredDistances sq_dist(index, Runtime());
  const std::vector<std::size_t> centre = some_centres(250);
  const DegreeFactors degrees(index, centre, {lapscale::consistency_cutoff, 1}, bandwidths, nullptr,
                              {}, Runtime());
  std::vector<DistanceConsistency> ways;
  ways.emplace_back(sq_dist, &index);
  ways.emplace_back(index, degrees);
  for (const DistanceConsistency& consistency : ways) {
    const std::vector<StepSpectrum> one = steps(consistency, centre, 1);
    const auto same = [&](const std::vector<StepSpectrum>& other, std::size_t from) {
      for (std::size_t i = from * bandwidths.size(); i < one.size(); ++i) {
        REQUIRE(one[i].values == other[i].values);
        REQUIRE(one[i].concentration == other[i].concentration);
      }
    };
    same(steps(consistency, centre, 1, tests::on(tests::Threads(3))), 0);
    same(steps(consistency, centre, 1, tests::on(tests::backwards)), 0);
    same(steps(consistency, centre, 1, Runtime(), CentrePart{8, 1000}), 8);
  }
}

TEST_CASE("an interrupt stops the steps", "[distance_consistency]") {
  const PointIndex index(tests::normal_cloud(100, 40, 3).view(), Runtime());
  const SquaredDistances sq_dist(index, Runtime());
  REQUIRE_THROWS_AS(steps(DistanceConsistency(sq_dist, &index), {1, 2}, 1, tests::stopping()),
                    tests::Stop);
}

TEST_CASE("deflated distances have the same steps with coordinates as without",
          "[distance_consistency]") {
  const tests::Points points = tests::normal_cloud(240, 12, 2, 0.5);
  const PointIndex index(points.view(), Runtime());
  std::vector<double> noise(points.n);
  tests::Draw draw(1);
  for (double& s : noise) s = draw.uniform(0, 0.03);
  const PointIndex deflated = lapscale::DeflatedDistances::index(index, noise, Runtime());
  REQUIRE(deflated.source()->nearly_euclidean() != nullptr);
  const SquaredDistances sq_dist(deflated, Runtime());
  REQUIRE_FALSE(sq_dist.are_euclidean());
  // The order is that of the points as they are.
  for (std::size_t i = 0; i < points.n; ++i) REQUIRE(deflated.row_of(i) == index.row_of(i));
  const std::vector<std::size_t> centre = some_centres(points.n);
  const std::vector<StepSpectrum> found = steps(DistanceConsistency(sq_dist, &deflated), centre, 1);
  // As distances alone.
  std::vector<double> distance(points.n * points.n);
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      distance[i + j * points.n] = std::sqrt(sq_dist(i, j));
    }
  }
  lapscale::PointFrame frame;
  frame.origin.assign(points.n, 0.0);
  std::vector<std::size_t> column(points.n);
  std::iota(column.begin(), column.end(), std::size_t{0});
  const PointIndex known = lapscale::KnownDistances::index(
      frame, {distance.data(), points.n, points.n, 1, points.n}, column, Runtime());
  const SquaredDistances alone(known, Runtime());
  std::vector<std::size_t> same = centre;
  for (std::size_t& i : same) i = known.position_of(i);
  const std::vector<StepSpectrum> slow = steps(DistanceConsistency(alone, &known), same, 1);
  const std::vector<StepSpectrum> other =
      steps(DistanceConsistency(sq_dist, &deflated), centre, 1, tests::on(tests::Threads(3)));
  const auto exact = [&](std::size_t i) { return moving_distance(slow[i]).distance; };
  for (std::size_t i = 0; i < found.size(); ++i) {
    REQUIRE(found[i].degree == Approx(slow[i].degree));
    REQUIRE(moving_distance(found[i]).distance == Approx(exact(i)).margin(1e-4));
    REQUIRE(found[i].values == other[i].values);
  }
}
