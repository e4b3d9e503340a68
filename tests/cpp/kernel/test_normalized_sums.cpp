#include "lapscale/kernel/normalized_sums.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::FunctionValues;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

double weight(const Points& a, std::size_t i, const Points& b, std::size_t j, double bandwidth) {
  double s = 0;
  for (std::size_t k = 0; k < a.dim; ++k) s += std::pow(a.at(i, k) - b.at(j, k), 2);
  return std::exp(-s / (bandwidth * bandwidth));
}

std::vector<double> first_column(const Points& points) {
  std::vector<double> f;
  for (std::size_t i = 0; i < points.n; ++i) f.push_back(points.at(i, 0));
  return f;
}

std::vector<double> fast(const Points& points, const Points& queries, double alpha,
                         const Runtime& runtime, double bandwidth = 0.4) {
  const PointIndex index(points.view(), runtime);
  const PointIndex at(index.frame(), queries.view(), runtime);
  const std::vector<double> there = first_column(points);
  const std::vector<double> here = first_column(queries);
  return lapscale::normalized_differences(index, at, {1, there, here},
                                          index.frame().to_unit(bandwidth), alpha, runtime);
}

std::vector<double> slow(const Points& points, const Points& queries, double alpha,
                         double bandwidth) {
  std::vector<double> degree(points.n, 0.0);
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) degree[i] += weight(points, i, points, j, bandwidth);
  }
  std::vector<double> result;
  for (std::size_t q = 0; q < queries.n; ++q) {
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < points.n; ++i) {
      const double mass = weight(queries, q, points, i, bandwidth) * std::pow(degree[i], -alpha);
      sum += mass * (points.at(i, 0) - queries.at(q, 0));
      total += mass;
    }
    result.push_back(sum / total);
  }
  return result;
}

}  // namespace

TEST_CASE("steps of the random walk are those of the definition", "[normalized_sums]") {
  for (const double alpha : {0.0, 0.5, 1.0}) {
    const Points points = tests::normal_cloud(400, 3, 1, 0.7);
    const Points queries = tests::normal_cloud(15, 3, 2, 0.7);
    // A fraction of the cloud, and beyond it; from everywhere, and from one place.
    for (const double bandwidth : {0.4, 1e5}) {
      for (const Points& from : {queries, tests::normal_cloud(1, 3, 2, 0.7)}) {
        const std::vector<double> a = fast(points, from, alpha, Runtime(), bandwidth);
        const std::vector<double> b = slow(points, from, alpha, bandwidth);
        for (std::size_t q = 0; q < b.size(); ++q) REQUIRE(std::abs(a[q] - b[q]) < 1e-12);
      }
    }
  }
}

TEST_CASE("a query that is far from all points has no step", "[normalized_sums]") {
  const Points points = tests::uniform_cube(50, 2, 3);
  const Points far = tests::moved(tests::uniform_cube(2, 2, 4), 1, 1000);
  for (const double step : fast(points, far, 1, Runtime())) REQUIRE(std::isnan(step));
}

TEST_CASE("steps have the same bits for any number of threads", "[normalized_sums][threads]") {
  const Points points = tests::sphere(1500, 5);
  const Points queries = tests::sphere(40, 6);
  const std::vector<double> serial = fast(points, queries, 1, Runtime());
  Runtime runtime;
  runtime.executor = tests::Threads(4);
  REQUIRE(fast(points, queries, 1, runtime) == serial);
}
