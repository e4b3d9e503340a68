#include "lapscale/kernel/distance_sketch.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/sketch_bound.hpp"

using lapscale::DistanceSketch;
using lapscale::LogBins;
using tests::Points;

namespace {

// All squared distances between points.
std::vector<double> distances(const Points& points) {
  const Eigen::MatrixXd all = tests::sq_distances(points);
  return {all.data(), all.data() + all.size()};
}

double heat_sum(const std::vector<double>& sq_dist, double bandwidth) {
  long double sum = 0;
  for (const double s : sq_dist)
    sum += std::exp(-static_cast<long double>(s) / (bandwidth * bandwidth));
  return static_cast<double>(sum);
}

std::vector<double> bandwidths() {
  std::vector<double> grid;
  for (double h = 0.05; h < 1; h *= 1.17) grid.push_back(h);
  return grid;
}

}  // namespace

TEST_CASE("the sum of weights is within its bound at every bandwidth", "[distance_sketch]") {
  for (const Points& points : {tests::uniform_cube(150, 1, 1), tests::uniform_cube(150, 3, 2),
                               tests::sphere(150, 3), tests::uniform_cube(100, 12, 4)}) {
    const std::vector<double> sq_dist = distances(points);
    DistanceSketch sketch(LogBins(1e-7, 2));
    sketch.add(sq_dist);
    for (const double h : bandwidths()) {
      const double exact = heat_sum(sq_dist, h);
      const double rounding = static_cast<double>(sq_dist.size()) * tests::epsilon * exact;
      REQUIRE(std::abs(sketch.heat_sum(h) - exact) <= tests::error_bound(sketch, h) + rounding);
    }
  }
}

TEST_CASE("the bound is below 1e-4 where all distances fit", "[distance_sketch]") {
  for (const Points& points : {tests::uniform_cube(200, 1, 5), tests::sphere(200, 6)}) {
    DistanceSketch sketch(LogBins(1e-7, 40));
    const std::vector<double> sq_dist = distances(points);
    sketch.add(sq_dist);
    for (const double h : bandwidths()) {
      REQUIRE(tests::error_bound(sketch, h) < 1e-4 * sketch.heat_sum(h));
    }
  }
}

TEST_CASE("distances at the center of a bin cost nothing", "[distance_sketch]") {
  const LogBins bins(0.01, 10);
  std::vector<double> sq_dist;
  for (std::size_t b = 1; b + 1 < bins.size(); ++b) sq_dist.push_back(bins.centre(b));
  DistanceSketch sketch(bins);
  sketch.add(sq_dist);
  for (const double h : bandwidths()) {
    const double exact = heat_sum(sq_dist, h);
    REQUIRE(std::abs(sketch.heat_sum(h) - exact) <= 1e-13 * exact);
  }
}

TEST_CASE("the sketch of a union is the sum of the sketches", "[distance_sketch]") {
  const std::vector<double> a = distances(tests::uniform_cube(40, 2, 7));
  const std::vector<double> b = distances(tests::uniform_cube(50, 3, 8));
  std::vector<double> both = a;
  both.insert(both.end(), b.begin(), b.end());
  const LogBins bins(1e-5, 3);
  DistanceSketch sum(bins);
  DistanceSketch second(bins);
  DistanceSketch whole(bins);
  sum.add(a);
  second.add(b);
  sum += second;
  whole.add(both);
  double worst = 0;
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    REQUIRE(sum.count(bin) == whole.count(bin));
    worst = std::max(worst, std::abs(sum.sum(bin) - whole.sum(bin)) / (1 + whole.sum(bin)));
  }
  REQUIRE(worst < 1e-14);
}

TEST_CASE("sketches on other bins do not add", "[distance_sketch]") {
  DistanceSketch a(LogBins(0.1, 1));
  const DistanceSketch b(LogBins(0.1, 2));
  REQUIRE_THROWS_AS(a += b, std::invalid_argument);
  REQUIRE(a.bins() == LogBins(0.1, 1));
}
