#include "lapscale/local/step_spectrum_sums.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/points/point_frame.hpp"
#include "support/manifolds.hpp"
#include "support/metrics.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LogBins;
using lapscale::Neighborhood;
using lapscale::StepSpectrum;
using lapscale::StepSpectrumSums;
using tests::MetricProblem;

namespace {

StepSpectrum spectrum_at(const MetricProblem& problem, std::size_t position, double alpha,
                         lapscale::SimdLevel level = lapscale::best_simd_level()) {
  const std::vector<double> factor = problem.degree_factor(alpha);
  Neighborhood near;
  near.assign(problem.index, position, problem.near(position), LogBins(1e-8, 30));
  StepSpectrumSums sums(lapscale::simd_kernels(level), {std::size_t(-1), 1});
  return sums.at(near, position, problem.bandwidth, problem.cutoff, factor.data());
}

}  // namespace

TEST_CASE("step spectra are those of the dense definition", "[step_spectrum_sums]") {
  for (const double cutoff : {2.0, 4.29, tests::infinity}) {
    const MetricProblem problem(tests::normal_cloud(300, 3, 1, 0.6), 0.2, cutoff);
    for (const double alpha : {0.0, 0.5, 1.0}) {
      for (const lapscale::SimdLevel level : tests::levels()) {
        for (std::size_t i = 0; i < problem.points.n; i += 17) {
          const StepSpectrum found = spectrum_at(problem, i, alpha, level);
          const StepSpectrum exact = problem.exact_step(i, alpha);
          REQUIRE((found.values - exact.values).norm() < 1e-9 * (1 + exact.values.norm()));
          REQUIRE(found.concentration == Approx(exact.concentration).epsilon(1e-10));
          REQUIRE(found.self == Approx(exact.self).epsilon(1e-10));
          REQUIRE(found.degree == Approx(exact.degree).epsilon(1e-10));
        }
      }
    }
  }
}

TEST_CASE("the step on a line is one direction of length one", "[step_spectrum_sums]") {
  // 4001 points a hundredth of h apart: the covariance is h^2 / 2 along the line.
  tests::Points line(4001, 3);
  for (std::size_t i = 0; i < line.n; ++i) {
    line.at(i, 0) = 0.6 * 0.001 * static_cast<double>(i);
    line.at(i, 1) = 0.8 * 0.001 * static_cast<double>(i);
  }
  const MetricProblem problem(line, lapscale::frame_of(line.view()).to_unit(0.1), 4.29);
  const StepSpectrum middle = spectrum_at(problem, problem.index.position_of(2000), 1);
  REQUIRE(middle.values[0] == Approx(1).epsilon(1e-3));
  REQUIRE(std::abs(middle.values[1]) < 1e-12);
}

TEST_CASE("an isolated point takes no step", "[step_spectrum_sums]") {
  const MetricProblem problem(tests::normal_cloud(50, 2, 1, 0.6), 1e-9, 4.29);
  const StepSpectrum alone = spectrum_at(problem, 3, 1);
  REQUIRE(alone.values.norm() == 0);
  REQUIRE(alone.self == 1);
}

TEST_CASE("points that stand for three each are a third of the step", "[step_spectrum_sums]") {
  const MetricProblem problem(tests::normal_cloud(300, 3, 1, 0.6), 0.2, 4.29);
  const std::vector<double> factor = problem.degree_factor(1);
  for (std::size_t i = 0; i < problem.points.n; i += 41) {
    const StepSpectrum plain = spectrum_at(problem, i, 1);
    const auto list = problem.near(i);
    const auto thinned = [&](double mass) {
      Neighborhood near;
      near.assign(problem.index, i, list, LogBins(1e-8, 30), list.size(),
                  std::vector<double>(list.size(), mass));
      StepSpectrumSums sums(lapscale::Runtime().kernels(), {1, 1});
      return sums.at(near, i, problem.bandwidth, problem.cutoff, factor.data());
    };
    const StepSpectrum same = thinned(1);
    REQUIRE((same.values - plain.values).norm() < 1e-12);
    REQUIRE(same.degree == Approx(plain.degree).epsilon(1e-12));
    const StepSpectrum raised = thinned(3);
    REQUIRE(raised.degree == Approx(3 * plain.degree).epsilon(1e-12));
    REQUIRE(raised.concentration == Approx(plain.concentration / 3).epsilon(1e-12));
    REQUIRE(raised.self == Approx(plain.self / 3).epsilon(1e-12));
  }
}
