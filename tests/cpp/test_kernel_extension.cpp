#include "lapscale/kernel_extension.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "manifolds.hpp"
#include "oracles.hpp"

using lapscale::ExtensionRule;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

double sq_between(const Points& a, std::size_t i, const Points& b, std::size_t j) {
  double s = 0;
  for (std::size_t k = 0; k < a.dim; ++k) s += std::pow(a.at(i, k) - b.at(j, k), 2);
  return s;
}

}  // namespace

TEST_CASE("sums over the neighbours of new points", "[kernel_extension]") {
  const Points points = tests::normal_cloud(200, 3, 1);
  const Points queries = tests::normal_cloud(30, 3, 2);
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  tests::Draw draw(3);
  std::vector<double> mass(200);
  std::vector<double> value(400);
  for (double& m : mass) m = draw.uniform(0.5, 2);
  for (double& v : value) v = draw.normal();
  const double h = 0.6;
  for (const double cutoff : {1.5, 3.0, tests::infinity}) {
    ExtensionRule rule;
    rule.bandwidth.assign(200, index.frame().to_unit(h));
    rule.query_bandwidth.assign(30, index.frame().to_unit(h));
    rule.cutoff = cutoff;
    const auto found = lapscale::KernelExtension(index, at, rule, mass, value).run(Runtime());
    for (std::size_t q = 0; q < 30; ++q) {
      double degree = 0, total = 0, first = 0, second = 0;
      for (std::size_t i = 0; i < 200; ++i) {
        const double s = sq_between(queries, q, points, i);
        if (s > cutoff * cutoff * h * h) continue;
        const double w = std::exp(-s / (h * h));
        degree += w;
        total += w * mass[i];
        first += w * mass[i] * value[i];
        second += w * mass[i] * value[200 + i];
      }
      REQUIRE(found.degree[q] == Approx(degree).margin(1e-300));
      REQUIRE(found.mass[q] == Approx(total).margin(1e-300));
      REQUIRE(found.sum[q] == Approx(first).epsilon(1e-9).margin(1e-13));
      REQUIRE(found.sum[30 + q] == Approx(second).epsilon(1e-9).margin(1e-13));
    }
  }
}

TEST_CASE("without self loops one coinciding point is passed over", "[kernel_extension]") {
  const Points points = tests::repeated(tests::normal_cloud(20, 2, 1), 2);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> mass(40, 1.0);
  ExtensionRule rule;
  rule.bandwidth.assign(40, index.frame().to_unit(0.5));
  rule.query_bandwidth = rule.bandwidth;
  rule.cutoff = 3;
  const auto with = lapscale::KernelExtension(index, index, rule, mass, mass).run(Runtime());
  rule.self_loops = false;
  const auto without = lapscale::KernelExtension(index, index, rule, mass, mass).run(Runtime());
  for (std::size_t i = 0; i < 40; ++i) {
    REQUIRE(with.degree[i] - without.degree[i] == Approx(1));
  }
}
