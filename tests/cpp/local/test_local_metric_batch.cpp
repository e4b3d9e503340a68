#include "lapscale/local/local_metric_batch.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/metrics.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::LocalMetric;
using lapscale::LocalMetricBatch;
using tests::MetricProblem;
using tests::MetricQuestion;

namespace {

using Tangents = std::vector<Eigen::MatrixXd>;

std::vector<LocalMetric> metrics_at(const MetricProblem& problem,
                                    const std::vector<std::size_t>& centre,
                                    const MetricQuestion& question, Tangents start,
                                    lapscale::SimdLevel level = lapscale::best_simd_level()) {
  const lapscale::EveryPoint everything(problem.index);
  LocalMetricBatch batch(problem.index, everything, lapscale::simd_kernels(level), question.d,
                         tests::tangent_weights(question.squared));
  LocalMetricBatch::Lists near;
  for (std::size_t q = 0; q < centre.size(); ++q) near[q] = problem.near(centre[q]);
  const std::vector<double> factor = problem.degree_factor(question.alpha);
  return batch.at(centre, near, problem.bandwidth, factor.data(), start);
}

// The worst difference from the dense definition for blocks of 1 to block_width centers.
double worst_error(const MetricProblem& problem, const MetricQuestion& question,
                   lapscale::SimdLevel level) {
  double worst = 0;
  for (std::size_t width = 1; width <= block_width; ++width) {
    std::vector<std::size_t> centre(width);
    for (std::size_t q = 0; q < width; ++q) centre[q] = 19 * width + q;
    const auto local = metrics_at(problem, centre, question, Tangents(width), level);
    if (local.size() != width) return tests::infinity;
    for (std::size_t q = 0; q < width; ++q) {
      if (!tests::is_orthonormal(local[q].tangent)) return tests::infinity;
      const Eigen::MatrixXd exact = problem.exact(centre[q], question);
      worst = std::max(worst, (tests::in_space(local[q]) - exact).norm() / (1 + exact.norm()));
    }
  }
  return worst;
}

// An isolated point, duplicates, and points on a line in 40 dimensions.
tests::Points few_directions() {
  tests::Points points(40, 40);
  tests::Draw draw(5);
  for (std::size_t k = 0; k < 40; ++k) {
    const double direction = draw.normal();
    points.at(0, k) = 50 + direction;
    for (std::size_t i = 1; i < 20; ++i) points.at(i, k) = -50 + 3 * direction;
    for (std::size_t i = 20; i < 40; ++i) {
      points.at(i, k) = 0.03 * static_cast<double>(i) * direction;
    }
  }
  return points;
}

}  // namespace

TEST_CASE("local metrics of many columns are those of the dense definition",
          "[local_metric_batch]") {
  for (const std::size_t dim : {3U, 40U, 100U}) {
    // The leading directions differ by a factor, so that the plane is well defined.
    for (const double cutoff : {1.5, tests::infinity}) {
      const MetricProblem problem(tests::normal_cloud(200, dim, dim, 0.7), 0.3, cutoff);
      for (const std::size_t d : {1U, 2U, 3U}) {
        for (const bool squared : {true, false}) {
          const MetricQuestion question = problem.question(d, squared ? 1 : 0.5, squared);
          for (const lapscale::SimdLevel level : tests::levels()) {
            REQUIRE(worst_error(problem, question, level) < 1e-6);
          }
        }
      }
    }
  }
}

TEST_CASE("small neighborhoods among many points are gathered", "[local_metric_batch]") {
  const MetricProblem problem(tests::normal_cloud(400, 40, 1, 0.5), 0.05, 2);
  REQUIRE(8 * problem.near(30).size() < 400);
  REQUIRE(worst_error(problem, problem.question(1, 1, true), lapscale::best_simd_level()) < 1e-6);
}

TEST_CASE("where the search starts does not change the answer", "[local_metric_batch]") {
  const MetricProblem problem(tests::normal_cloud(200, 60, 2, 0.8), 0.4, 3.72);
  const std::vector<std::size_t> centre = {10, 11, 12, 13};
  for (const std::size_t d : {1U, 3U}) {
    const MetricQuestion question = problem.question(d, 1, true);
    const auto cold = metrics_at(problem, centre, question, Tangents(4));
    Tangents same;
    Tangents other;
    for (std::size_t q = 0; q < 4; ++q) {
      same.push_back(cold[q].tangent);
      // Orthogonal to what is to be found.
      const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(60, static_cast<Eigen::Index>(d));
      other.push_back(unit - cold[q].tangent * (cold[q].tangent.transpose() * unit));
    }
    for (const Tangents& start : {same, other}) {
      const auto warm = metrics_at(problem, centre, question, start);
      for (std::size_t q = 0; q < 4; ++q) {
        REQUIRE((tests::in_space(warm[q]) - tests::in_space(cold[q])).norm() < 1e-6);
      }
    }
  }
}

// The corners of a cross-polytope: every direction is principal, d of them must come, each once.
TEST_CASE("symmetric data give a plane of the full dimension", "[local_metric_batch]") {
  tests::Points points(81, 40);
  for (std::size_t k = 0; k < 40; ++k) {
    points.at(2 * k + 1, k) = 1;
    points.at(2 * k + 2, k) = -1;
  }
  const MetricProblem problem(points, 0.8, tests::infinity);
  const std::size_t centre = problem.index.position_of(0);
  const MetricQuestion question = problem.question(3, 1, true);
  const LocalMetric local = metrics_at(problem, {centre}, question, Tangents(1))[0];
  REQUIRE(tests::is_orthonormal(local.tangent));
  // By symmetry H is a multiple of the identity, the same in any plane.
  const Eigen::MatrixXd exact = problem.exact(centre, question);
  REQUIRE(std::abs(local.metric.trace() - exact.trace()) < 1e-9);
  REQUIRE((local.metric - local.metric(0, 0) * Eigen::MatrixXd::Identity(3, 3)).norm() < 1e-9);
}

TEST_CASE("directions that are not there give zeros, never NaN, in many columns too",
          "[local_metric_batch]") {
  const MetricProblem problem(few_directions(), 0.01, 3.72);
  const MetricQuestion question = problem.question(2, 1, true);
  std::vector<std::size_t> centre;
  for (const std::size_t row : {0U, 1U, 25U, 30U}) centre.push_back(problem.index.position_of(row));
  const auto local = metrics_at(problem, centre, question, Tangents(4));
  REQUIRE(local[0].metric == Eigen::MatrixXd::Zero(2, 2));
  REQUIRE(local[1].metric == Eigen::MatrixXd::Zero(2, 2));
  for (const std::size_t q : {2U, 3U}) {
    REQUIRE(local[q].metric(0, 0) > 0);
    REQUIRE(local[q].metric(0, 0) > 1e12 * std::abs(local[q].metric(1, 1)));
    REQUIRE(tests::is_orthonormal(local[q].tangent));
  }
}
