#include "lapscale/select/degree_factors.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::DegreeFactors;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

constexpr std::size_t n = 1000;
const lapscale::DegreePlan plan = {4, 0.5};

// The largest error, relative, of points in the leaves of these positions.
double worst_error(const PointIndex& index, const std::vector<std::size_t>& centre,
                   const std::vector<double>& bandwidths, const std::vector<double>& factor) {
  const Points points = tests::points_of(index);
  double worst = 0;
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    for (const std::size_t i : centre) {
      double degree = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const double exponent = tests::sq_distance(points, i, j) / (bandwidths[g] * bandwidths[g]);
        if (exponent <= plan.cutoff * plan.cutoff) degree += std::exp(-exponent);
      }
      worst = std::max(worst, std::abs(factor[g * n + i] * std::sqrt(degree) - 1));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("degree factors are those of the definition, summed or sketched", "[degree_factors]") {
  const PointIndex index(tests::uniform_cube(n, 2, 1).view(), Runtime());
  const std::vector<std::size_t> centre = {0, 1, 2, 500, 700};
  const std::vector<double> h = {0.05, 0.1, 0.4};
  const DegreeFactors sums(index, centre, plan, h, nullptr, {}, Runtime());
  const lapscale::CentrePart all{0, centre.size()};
  REQUIRE(worst_error(index, centre, h, sums.at(h, all, Runtime())) < 1e-12);
  // Of a part, what its own points need.
  REQUIRE(worst_error(index, {0, 1, 2, 500}, h, sums.at(h, {0, 4}, Runtime())) < 1e-12);

  std::vector<double> many(5000);
  for (std::size_t g = 0; g < many.size(); ++g) many[g] = 0.05 + 0.0001 * static_cast<double>(g);
  const DegreeFactors sketches(index, centre, plan, many, nullptr, {}, Runtime());
  const double error = worst_error(index, centre, h, sketches.at(h, all, Runtime()));
  REQUIRE(error > 1e-12);
  REQUIRE(error < 3e-6);
}

TEST_CASE("along a graph the listed neighbors count", "[degree_factors]") {
  const PointIndex index(tests::uniform_cube(n, 2, 1).view(), Runtime());
  const lapscale::Adjacency graph =
      lapscale::nearest_neighbors(index, 5, lapscale::Ties::all, Runtime());
  const std::vector<double> h = {0.02, 0.1};
  const DegreeFactors factors(index, {0}, plan, h, &graph, {}, Runtime());
  const std::vector<double> found = factors.at(h, {0, 1}, Runtime());
  for (std::size_t g = 0; g < h.size(); ++g) {
    for (std::size_t i = 0; i < n; ++i) {
      double degree = 0;
      for (const lapscale::Neighbor& neighbor : graph.of(i)) {
        const double exponent = neighbor.sq_dist / (h[g] * h[g]);
        if (exponent <= plan.cutoff * plan.cutoff) degree += std::exp(-exponent);
      }
      const double expected = degree > 0 ? 1 / std::sqrt(degree) : 0;
      REQUIRE(std::abs(found[g * n + i] - expected) <= 1e-12 * expected);
    }
  }
}

TEST_CASE("degree factors of very many points are thinned, in few columns and in many",
          "[degree_factors]") {
  const std::vector<std::size_t> centre = {0, 1, 2, 500, 700};
  const std::vector<double> h = {0.05, 0.1, 0.4};
  const lapscale::CentrePart all{0, centre.size()};
  std::vector<double> many(5000);
  for (std::size_t g = 0; g < many.size(); ++g) many[g] = 0.05 + 0.0001 * static_cast<double>(g);
  const lapscale::DegreePlan thinned = {4, 0.5, {200, 1}};
  for (const std::size_t dim : {2U, 40U}) {
    const Points points = tests::embedded(tests::uniform_cube(n, 2, 1), dim, 3);
    const PointIndex index(points.view(), Runtime());
    const DegreeFactors factors(index, centre, thinned, many, nullptr, {}, Runtime());
    const std::vector<double> found = factors.at(h, all, Runtime());
    const double error = worst_error(index, centre, h, found);
    REQUIRE(error > 1e-4);
    REQUIRE(error < 0.1);
    const PointIndex disk = tests::paged(points, 300);
    const DegreeFactors from_disk(disk, centre, thinned, many, nullptr, {}, Runtime());
    REQUIRE(from_disk.at(h, all, Runtime()) == found);
  }
}

TEST_CASE("a table is for many weights, several bandwidths and a cutoff that leaves little",
          "[degree_factors]") {
  REQUIRE(lapscale::wants_degree_table(100000, 4, 3));
  REQUIRE_FALSE(lapscale::wants_degree_table(100000, 3, 3));
  REQUIRE_FALSE(lapscale::wants_degree_table(100000, 4, 2.9));
  REQUIRE(lapscale::wants_degree_table(20001, 10, lapscale::consistency_cutoff));
  REQUIRE_FALSE(lapscale::wants_degree_table(20000, 10, lapscale::consistency_cutoff));
}

TEST_CASE("masses repeat points, and distances count in units of the scales", "[degree_factors]") {
  constexpr std::size_t few = 60;
  const PointIndex index(tests::uniform_cube(few, 2, 1).view(), Runtime());
  const Points points = tests::points_of(index);
  lapscale::PointMeasure measure;
  for (std::size_t i = 0; i < few; ++i) {
    measure.mass.push_back(static_cast<double>(1 + i % 3));
    measure.scale.push_back(0.5 + 0.02 * static_cast<double>(i));
  }
  measure.scale_power = -1.5;
  const std::vector<double> h = {0.1, 0.5};
  for (const double cutoff : {4.0, 2.0}) {
    const std::vector<double> found =
        lapscale::measured_degrees(index, nullptr, measure, h, cutoff, Runtime());
    lapscale::DegreePlan measured{cutoff, 0.5};
    measured.measure = measure;
    const std::vector<double> factors =
        DegreeFactors(index, {0, 1}, measured, h, nullptr, {}, Runtime()).at(h, {0, 2}, Runtime());
    for (std::size_t g = 0; g < h.size(); ++g) {
      for (std::size_t i = 0; i < few; ++i) {
        double degree = 0;
        for (std::size_t j = 0; j < few; ++j) {
          const double exponent = tests::sq_distance(points, i, j) /
                                  (h[g] * h[g] * measure.scale[i] * measure.scale[j]);
          if (exponent <= cutoff * cutoff) degree += measure.mass[j] * std::exp(-exponent);
        }
        REQUIRE(found[g * few + i] == Approx(degree).epsilon(1e-10));
        // Factors are those of the definition but for one number.
        const double factor = std::pow(degree, -0.5) * std::pow(measure.scale[i], -1.5);
        const double first = std::pow(found[g * few], -0.5) * std::pow(measure.scale[0], -1.5);
        REQUIRE(factors[g * few + i] / factors[g * few] == Approx(factor / first).epsilon(1e-10));
      }
    }
  }
}
