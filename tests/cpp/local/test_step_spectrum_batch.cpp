#include "lapscale/local/step_spectrum_batch.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/metrics.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::StepSpectrum;
using lapscale::StepSpectrumBatch;
using tests::MetricProblem;

namespace {

std::vector<StepSpectrum> spectra_at(const MetricProblem& problem,
                                     const std::vector<std::size_t>& centre, double alpha,
                                     std::vector<Eigen::MatrixXd> start) {
  const lapscale::EveryPoint everything(problem.index);
  StepSpectrumBatch batch(problem.index, everything,
                          lapscale::simd_kernels(lapscale::best_simd_level()));
  StepSpectrumBatch::Lists near;
  for (std::size_t q = 0; q < centre.size(); ++q) near[q] = problem.near(centre[q]);
  const std::vector<double> factor = problem.degree_factor(alpha);
  return batch.at(centre, near, problem.bandwidth, factor.data(), start);
}

}  // namespace

TEST_CASE("leading step eigenvalues are those of the dense definition", "[step_spectrum_batch]") {
  // 40 columns, of which three are wide: some scales see none, one or three directions.
  for (const double h : {0.02, 0.1, 0.3, 0.8}) {
    const MetricProblem problem(tests::normal_cloud(300, 40, 3, 0.6), h, 4.29);
    for (std::size_t width = 1; width <= block_width; ++width) {
      std::vector<std::size_t> centre(width);
      for (std::size_t q = 0; q < width; ++q) centre[q] = 19 * width + q;
      const auto found = spectra_at(problem, centre, 1, std::vector<Eigen::MatrixXd>(width));
      for (std::size_t q = 0; q < width; ++q) {
        const StepSpectrum exact = problem.exact_step(centre[q], 1);
        const Eigen::Index k = found[q].values.size();
        const double error = (found[q].values - exact.values.head(k)).cwiseAbs().maxCoeff();
        CAPTURE(h);
        REQUIRE(error < 1e-5 * (1 + exact.values[0]));
        REQUIRE((k == 16 || exact.values[k] < 0.5));
        REQUIRE(found[q].concentration == Approx(exact.concentration).epsilon(1e-10));
        REQUIRE(found[q].self == Approx(exact.self).epsilon(1e-10));
        REQUIRE(found[q].degree == Approx(exact.degree).epsilon(1e-10));
      }
    }
  }
}

TEST_CASE("in a unit of length, eigenvalues are over its square", "[step_spectrum_batch]") {
  const MetricProblem problem(tests::normal_cloud(200, 40, 3, 0.6), 0.3, 4.29);
  const lapscale::EveryPoint everything(problem.index);
  StepSpectrumBatch batch(problem.index, everything,
                          lapscale::simd_kernels(lapscale::best_simd_level()));
  StepSpectrumBatch::Lists near;
  near[0] = problem.near(7);
  near.unit[0] = 2;
  for (const lapscale::Neighbor& neighbor : near[0]) {
    near.sq_length[0].push_back(neighbor.sq_dist / 4);
  }
  std::vector<Eigen::MatrixXd> start(1);
  const std::vector<double> factor = problem.degree_factor(1);
  const StepSpectrum found = batch.at({7}, near, problem.bandwidth, factor.data(), start)[0];
  const StepSpectrum exact = problem.exact_step(7, 1);
  const double error =
      (4 * found.values - exact.values.head(found.values.size())).cwiseAbs().maxCoeff();
  REQUIRE(error < 1e-5 * (1 + exact.values[0]));
}
