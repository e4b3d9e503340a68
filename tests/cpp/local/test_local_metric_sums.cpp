#include "lapscale/local/local_metric_sums.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/metrics.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LocalMetric;
using lapscale::LocalMetricSums;
using lapscale::LogBins;
using lapscale::Neighborhood;
using tests::MetricProblem;
using tests::MetricQuestion;

namespace {

constexpr std::size_t everybody = std::size_t(-1);

LocalMetric metric_at(const MetricProblem& problem, std::size_t position,
                      const MetricQuestion& question, std::size_t limit = everybody,
                      lapscale::SimdLevel level = lapscale::best_simd_level()) {
  const std::vector<double> factor = problem.degree_factor(question.alpha);
  Neighborhood near;
  near.assign(problem.index, position, problem.near(position), LogBins(1e-8, 30));
  LocalMetricSums sums(lapscale::simd_kernels(level), question.d,
                       tests::tangent_weights(question.squared), {limit, 1});
  return sums.at(near, position, problem.bandwidth, problem.cutoff, factor.data());
}

// The worst difference from the dense definition over some points.
double worst_error(const MetricProblem& problem, const MetricQuestion& question,
                   lapscale::SimdLevel level) {
  double worst = 0;
  for (std::size_t i = 0; i < problem.points.n; i += 17) {
    const LocalMetric local = metric_at(problem, i, question, everybody, level);
    if (!tests::is_orthonormal(local.tangent)) return tests::infinity;
    const Eigen::MatrixXd exact = problem.exact(i, question);
    worst = std::max(worst, (tests::in_space(local) - exact).norm() / (1 + exact.norm()));
  }
  return worst;
}

}  // namespace

TEST_CASE("local metrics are those of the dense definition", "[local_metric_sums]") {
  for (const double cutoff : {2.0, 3.72, tests::infinity}) {
    const MetricProblem problem(tests::normal_cloud(300, 3, 1, 0.6), 0.2, cutoff);
    for (const std::size_t d : {1U, 2U, 3U}) {
      for (const double alpha : {0.0, 0.5, 1.0}) {
        for (const bool squared : {true, false}) {
          const MetricQuestion question = problem.question(d, alpha, squared);
          for (const lapscale::SimdLevel level : tests::levels()) {
            REQUIRE(worst_error(problem, question, level) < 1e-9);
          }
        }
      }
    }
  }
}

TEST_CASE("one column, and as many as sums are used for", "[local_metric_sums]") {
  const lapscale::SimdLevel best = lapscale::best_simd_level();
  const MetricProblem line(tests::normal_cloud(200, 1, 2), 0.1, 3.72);
  REQUIRE(worst_error(line, line.question(1, 1, true), best) < 1e-10);
  const MetricProblem wide(tests::normal_cloud(200, 32, 3, 0.85), 0.9, 3.72);
  REQUIRE(worst_error(wide, wide.question(2, 1, true), best) < 1e-9);
}

// On a fine circle the Laplacian is right at a small bandwidth: H = 1 - O(h^2).
TEST_CASE("on a circle the metric is near 1 along the tangent", "[local_metric_sums]") {
  const MetricProblem problem(tests::circle(1500), 0.06, 4.5);
  const LocalMetric local = metric_at(problem, 3, problem.question(1, 1, true));
  REQUIRE(std::abs(local.metric(0, 0) - 1) < 0.005);
  const Eigen::Vector2d from_centre(problem.index.coordinate(3, 0), problem.index.coordinate(3, 1));
  REQUIRE(std::abs(local.tangent.col(0).dot(from_centre)) < 1e-3);
}

// Truncation at c takes a flat 1-dimensional sample from 1 to H_1(c).
TEST_CASE("truncation biases the metric of a line as its formula says", "[local_metric_sums]") {
  tests::Points line(4001, 1);
  for (std::size_t i = 0; i < line.n; ++i) line.at(i, 0) = static_cast<double>(i) / 4000;
  const std::vector<std::pair<double, double>> table = {{1, 0.507}, {2, 0.959}, {3, 0.9996}};
  for (const auto& [cutoff, expected] : table) {
    const MetricProblem problem(line, 0.05, cutoff);
    const LocalMetric local = metric_at(problem, 2000, problem.question(1, 1, true));
    REQUIRE(std::abs(local.metric(0, 0) - expected) < 0.003);
  }
}

TEST_CASE("directions that are not there give zeros, never NaN", "[local_metric_sums]") {
  // Isolated; only duplicates; on a line in space.
  tests::Points points(40, 3);
  tests::Draw draw(4);
  points.put(0, {50, 50, 50});
  for (std::size_t i = 1; i < 20; ++i) points.put(i, {-50, 20, 7});
  for (std::size_t i = 20; i < 40; ++i) {
    const double at = draw.uniform();
    points.put(i, {at, 2 * at, -at});
  }
  const MetricProblem problem(points, 0.01, 3.72);
  const MetricQuestion question = problem.question(2, 1, true);
  for (const std::size_t row : {0U, 1U}) {
    const LocalMetric local = metric_at(problem, problem.index.position_of(row), question);
    REQUIRE(local.metric == Eigen::MatrixXd::Zero(2, 2));
    REQUIRE(lapscale::distortion_of(local.metric, false) == 1);
  }
  for (std::size_t row = 20; row < 40; ++row) {
    const LocalMetric local = metric_at(problem, problem.index.position_of(row), question);
    REQUIRE(local.metric(0, 0) > 0);
    REQUIRE(local.metric(0, 0) > 1e12 * std::abs(local.metric(1, 1)));
    REQUIRE(std::abs(lapscale::distortion_of(local.metric, false) - 1) < 1);
  }
}

TEST_CASE("a random part of a neighborhood gives nearly the same metric", "[local_metric_sums]") {
  const MetricProblem problem(tests::uniform_cube(2500, 2, 5), 0.3, 3.72);
  const MetricQuestion question = problem.question(2, 1, true);
  const LocalMetric all = metric_at(problem, 1000, question);
  const LocalMetric part = metric_at(problem, 1000, question, 500);
  REQUIRE((tests::in_space(part) - tests::in_space(all)).norm() < 0.1 * all.metric.norm());
  REQUIRE(part.metric != all.metric);
}

TEST_CASE("a mass is a weight", "[local_metric_sums]") {
  const MetricProblem problem(tests::normal_cloud(300, 3, 1, 0.6), 0.2, 3.72);
  const std::vector<double> factor = problem.degree_factor(1);
  std::vector<double> raised = factor;
  const auto list = problem.near(9);
  std::vector<double> mass;
  for (const lapscale::Neighbor& neighbor : list) {
    mass.push_back(1.0 + neighbor.point % 3);
    raised[neighbor.point] *= mass.back();
  }
  const auto metric = [&](const std::vector<double>& masses, const std::vector<double>& by_degree) {
    Neighborhood near;
    near.assign(problem.index, 9, list, LogBins(1e-8, 30), list.size(), masses);
    LocalMetricSums sums(lapscale::Runtime().kernels(), 3, tests::tangent_weights(true), {1, 1});
    return tests::in_space(sums.at(near, 9, problem.bandwidth, problem.cutoff, by_degree.data()));
  };
  const std::vector<double> ones(list.size(), 1.0);
  REQUIRE((metric(mass, factor) - metric(ones, raised)).norm() < 1e-12);
  REQUIRE((metric(ones, factor) - problem.exact(9, problem.question(3, 1, true))).norm() < 1e-9);
}
