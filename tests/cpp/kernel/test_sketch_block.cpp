#include "lapscale/kernel/sketch_block.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/distance_sketch.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::DistanceSketch;
using lapscale::LogBins;
using lapscale::SketchBlock;
using lapscale::SketchCoefficients;

namespace {

std::vector<double> some_distances(std::size_t n, std::uint64_t seed) {
  tests::Draw draw(seed);
  std::vector<double> sq_dist(n);
  for (double& s : sq_dist) s = draw.uniform(0, 3);
  sq_dist[0] = 0;
  return sq_dist;
}

std::vector<double> grid(std::size_t g) {
  std::vector<double> bandwidths;
  for (std::size_t i = 0; i < g; ++i) bandwidths.push_back(0.2 * std::pow(1.05, i));
  return bandwidths;
}

// Sums of the queries by bandwidth, -1 where nothing was taken.
Eigen::MatrixXd sums(SketchBlock& block, const SketchCoefficients& coefficients,
                     std::size_t channel, std::size_t n_queries) {
  const auto g = static_cast<Eigen::Index>(coefficients.n_bandwidths());
  Eigen::MatrixXd result = Eigen::MatrixXd::Constant(static_cast<Eigen::Index>(n_queries), g, -1);
  block.sums(coefficients, channel, lapscale::Runtime().kernels(), n_queries,
             [&](std::size_t q, std::size_t i, double s) {
               result(static_cast<Eigen::Index>(q), static_cast<Eigen::Index>(i)) = s;
             });
  return result;
}

// The sums of the only channel; the block is empty afterwards.
Eigen::MatrixXd take_sums(SketchBlock& block, const SketchCoefficients& coefficients,
                          std::size_t n_queries) {
  const Eigen::MatrixXd result = sums(block, coefficients, 0, n_queries);
  block.clear();
  return result;
}

// The same from a DistanceSketch.
double relative_error(const Eigen::MatrixXd& sum, const DistanceSketch& sketch, Eigen::Index q,
                      const std::vector<double>& bandwidths) {
  double worst = 0;
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    const double exact = sketch.heat_sum(bandwidths[g]);
    worst = std::max(worst, std::abs(sum(q, static_cast<Eigen::Index>(g)) - exact) / exact);
  }
  return worst;
}

}  // namespace

TEST_CASE("a block's sums are those of one sketch for each query", "[sketch_block]") {
  const LogBins bins(1e-4, 4);
  for (const std::size_t g : {1U, 15U, 16U, 17U, 40U}) {
    const std::vector<double> bandwidths = grid(g);
    const SketchCoefficients coefficients(bins, bandwidths, tests::infinity);
    REQUIRE(coefficients.n_bandwidths() == g);
    REQUIRE(coefficients.n_panels() == (g + 15) / 16);
    SketchBlock block(bins, 1);
    for (std::size_t n_queries = 1; n_queries <= block_width; ++n_queries) {
      std::vector<DistanceSketch> sketch(n_queries, DistanceSketch(bins));
      for (std::size_t q = 0; q < n_queries; ++q) {
        const std::vector<double> sq_dist = some_distances(100 + 50 * q, q);
        sketch[q].add(sq_dist);
        block.add(q, sq_dist.data(), 60);
        block.add(q, sq_dist.data() + 60, sq_dist.size() - 60);
      }
      // The block is used again and again: clear() must leave it empty.
      const Eigen::MatrixXd sum = take_sums(block, coefficients, n_queries);
      for (std::size_t q = 0; q < n_queries; ++q) {
        const auto row = static_cast<Eigen::Index>(q);
        // Bins far below a bandwidth are taken together.
        REQUIRE(relative_error(sum, sketch[q], row, bandwidths) < 1e-8);
      }
    }
  }
}

TEST_CASE("distances far below the bandwidths are taken together", "[sketch_block]") {
  const LogBins bins(1e-24, 4);
  std::vector<double> sq_dist = some_distances(200, 5);
  for (const double tiny : {0.0, 1e-24, 3e-20, 1e-9, 2e-5}) sq_dist.push_back(tiny);
  for (const bool falling : {false, true}) {
    std::vector<double> bandwidths;
    for (int i = 0; i < 120; ++i) bandwidths.push_back(2e-12 * std::pow(1.26, i));
    if (falling) std::reverse(bandwidths.begin(), bandwidths.end());
    const SketchCoefficients coefficients(bins, bandwidths, tests::infinity);
    for (std::size_t p = 1; p < coefficients.n_panels(); ++p) {
      REQUIRE(coefficients.lump(p) >= coefficients.lump(p - 1));
    }
    SketchBlock block(bins, 1);
    DistanceSketch sketch(bins);
    sketch.add(sq_dist);
    for (int again = 0; again < 2; ++again) {
      block.add(0, sq_dist.data(), sq_dist.size());
      REQUIRE(relative_error(take_sums(block, coefficients, 1), sketch, 0, bandwidths) < 1e-8);
    }
    // An empty block.
    REQUIRE(take_sums(block, coefficients, 1).cwiseAbs().maxCoeff() == 0);
  }
}

TEST_CASE("bins beyond the cut-off do not count", "[sketch_block]") {
  const LogBins bins(1e-4, 4);
  const std::vector<double> bandwidths = {0.5};
  const double cutoff = 2;
  const SketchCoefficients coefficients(bins, bandwidths, cutoff);
  SketchBlock block(bins, 1);
  const std::vector<double> sq_dist = some_distances(500, 9);
  block.add(0, sq_dist.data(), sq_dist.size());
  DistanceSketch near(bins);
  for (const double s : sq_dist) {
    if (bins.centre(bins.index(s)) <= cutoff * cutoff * 0.25) near.add({&s, 1});
  }
  REQUIRE(relative_error(take_sums(block, coefficients, 1), near, 0, bandwidths) < 1e-12);
}

TEST_CASE("distances past the last bin do not count", "[sketch_block]") {
  const LogBins bins(1e-4, 4);
  const std::vector<double> bandwidths = {1.0};
  const SketchCoefficients coefficients(bins, bandwidths, tests::infinity);
  SketchBlock block(bins, 1);
  const std::vector<double> far(16, tests::infinity);
  block.add(0, far.data(), far.size());
  REQUIRE(std::abs(take_sums(block, coefficients, 1)(0, 0)) <= 0);
  const double near = 0.5;
  block.add(0, &near, 1);
  REQUIRE(std::abs(take_sums(block, coefficients, 1)(0, 0) - std::exp(-0.5)) < 1e-5);
}

TEST_CASE("channels hold the masses they are given", "[sketch_block]") {
  const LogBins bins(1e-4, 4);
  const std::vector<double> bandwidths = grid(20);
  const std::vector<double> others = {0.3, 0.7};
  const SketchCoefficients coefficients(bins, bandwidths, tests::infinity);
  const SketchCoefficients other(bins, others, tests::infinity);
  SketchBlock block(bins, 3);
  const std::vector<double> sq_dist = some_distances(300, 12);
  const std::vector<double> signs = some_distances(300, 13);
  std::vector<std::vector<double>> mass(3, std::vector<double>(300));
  for (std::size_t i = 0; i < 300; ++i) mass[0][i] = 1;
  for (std::size_t i = 0; i < 300; ++i) mass[1][i] = signs[i] - 1.5;
  for (std::size_t i = 0; i < 300; ++i) mass[2][i] = mass[1][i] * mass[1][i];
  const auto masses = [&](std::size_t i, const auto& add) {
    for (std::size_t c = 0; c < 3; ++c) add(c, mass[c][i]);
  };
  block.add(1, sq_dist.data(), 300, masses);
  for (std::size_t c = 0; c < 3; ++c) {
    DistanceSketch expected(bins);
    expected.add(sq_dist, mass[c]);
    REQUIRE(relative_error(sums(block, coefficients, c, 2), expected, 1, bandwidths) < 1e-11);
    REQUIRE(relative_error(sums(block, other, c, 2), expected, 1, others) < 1e-11);
    REQUIRE(sums(block, other, c, 2).row(0).norm() <= 0);
  }
  block.clear();
  REQUIRE(sums(block, coefficients, 2, block_width).norm() <= 0);
}

TEST_CASE("a distance of mass 3 counts as three", "[sketch_block]") {
  const LogBins bins(1e-4, 4);
  const std::vector<double> bandwidths = grid(17);
  const SketchCoefficients coefficients(bins, bandwidths, tests::infinity);
  const std::vector<double> sq_dist = some_distances(100, 1);
  SketchBlock block(bins, 1);
  block.add_raised(1, sq_dist.data(), sq_dist.size(), 3);
  const Eigen::MatrixXd once = take_sums(block, coefficients, 2);
  for (int again = 0; again < 3; ++again) block.add(1, sq_dist.data(), sq_dist.size());
  REQUIRE((take_sums(block, coefficients, 2) - once).norm() < 1e-12 * once.norm());
  REQUIRE(once.norm() > 1);
}
