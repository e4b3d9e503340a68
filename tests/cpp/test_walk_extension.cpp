#include "lapscale/walk_extension.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "manifolds.hpp"
#include "oracles.hpp"
#include "threads.hpp"

using lapscale::ExtendedValues;
using lapscale::ExtensionPlan;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

struct Extended {
  std::vector<double> values;
  std::vector<double> distance;
};

std::vector<double> ramp(std::size_t n, double from) {
  std::vector<double> f(n);
  std::iota(f.begin(), f.end(), from);
  return f;
}

constexpr double h = 0.3;

// factor j + 1; what is averaged and what holds at the points: ramps.
Extended extend(const Points& points, const Points& queries, double cutoff, std::size_t k,
                const Runtime& runtime) {
  const PointIndex index(points.view(), runtime);
  const PointIndex at(index.frame(), queries.view(), runtime);
  const std::vector<double> factor = ramp(points.n, 1);
  const std::vector<double> averaged = ramp(points.n, -3);
  const std::vector<double> own = ramp(points.n, 1000);
  Extended found{std::vector<double>(queries.n), {}};
  const ExtensionPlan plan{index.frame().to_unit(h), cutoff, k, factor};
  found.distance =
      lapscale::extend_by_walk(index, at, plan, {1, averaged, own}, runtime, found.values);
  return found;
}

// The definition for one query.
double by_hand(const Points& points, const Points& queries, std::size_t i, double cutoff,
               std::size_t k) {
  std::vector<double> sq(points.n);
  for (std::size_t j = 0; j < points.n; ++j) {
    for (std::size_t c = 0; c < points.dim; ++c) {
      sq[j] += std::pow(queries.at(i, c) - points.at(j, c), 2);
    }
  }
  std::vector<double> sorted = sq;
  std::sort(sorted.begin(), sorted.end());
  const double reach = std::max(cutoff * h * cutoff * h, sorted[k - 1]);
  double total = 0;
  double sum = 0;
  for (std::size_t j = 0; j < points.n; ++j) {
    if (sq[j] > reach) continue;
    const double weight = std::exp(-(sq[j] - sorted[0]) / (h * h)) * (static_cast<double>(j) + 1);
    total += weight;
    sum += weight * (static_cast<double>(j) - 3);
  }
  return sum / total;
}

}  // namespace

TEST_CASE("a query gets the mean over one step of the walk", "[walk_extension][threads]") {
  const Points points = tests::uniform_cube(200, 2, 1);
  const Points queries = tests::uniform_cube(41, 2, 2);
  for (const double cutoff : {0.0, 1.0, tests::infinity}) {
    for (const std::size_t k : {1, 7}) {
      const Extended found = extend(points, queries, cutoff, k, Runtime());
      for (std::size_t i = 0; i < queries.n; ++i) {
        REQUIRE(std::abs(found.values[i] - by_hand(points, queries, i, cutoff, k)) < 1e-10);
      }
      const Extended threaded = extend(points, queries, cutoff, k, tests::on(tests::Threads(3)));
      REQUIRE(threaded.values == found.values);
      REQUIRE(threaded.distance == found.distance);
    }
  }
}

TEST_CASE("a query that coincides gets the points' own values", "[walk_extension]") {
  Points points = tests::uniform_cube(50, 2, 1);
  points.put(20, {points.at(7, 0), points.at(7, 1)});
  Points queries(2, 2);
  queries.put(0, {points.at(3, 0), points.at(3, 1)});
  queries.put(1, {points.at(7, 0), points.at(7, 1)});
  const Extended found = extend(points, queries, tests::infinity, 1, Runtime());
  REQUIRE(found.values[0] == 1003);
  REQUIRE(found.values[1] == 1013.5);
  REQUIRE(found.distance[0] == 0);
}

TEST_CASE("far out the nearest point decides", "[walk_extension]") {
  Points points(3, 1);
  points.put(0, {0});
  points.put(1, {1});
  points.put(2, {2});
  Points queries(1, 1);
  queries.put(0, {500});
  const Extended found = extend(points, queries, tests::infinity, 1, Runtime());
  REQUIRE(std::abs(found.values[0] - (-1)) < 1e-12);
  REQUIRE(std::abs(found.distance[0] - 498 / h) < 1e-9);
}
