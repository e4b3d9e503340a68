#include "lapscale/graph/extension_rule.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::ExtensionRule;
using lapscale::HeatGraphOptions;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// Squared distance from a point to the k-th nearest of the others, in the frame's unit.
double sq_kth(const Points& from, std::size_t i, const Points& to, std::size_t k, bool itself) {
  std::vector<double> sq;
  for (std::size_t j = 0; j < to.n; ++j) {
    if (itself && i == j) continue;
    double s = 0;
    for (std::size_t c = 0; c < to.dim; ++c) s += std::pow(from.at(i, c) - to.at(j, c), 2);
    sq.push_back(s);
  }
  std::sort(sq.begin(), sq.end());
  return sq[k - 1];
}

}  // namespace

TEST_CASE("a new point's bandwidth is that of its k-th neighbor, or of its double",
          "[extension_rule]") {
  Points points = tests::uniform_cube(80, 2, 1);
  for (std::size_t i = 1; i < 4; ++i) points.put(i, {points.at(0, 0), points.at(0, 1)});
  Points queries = tests::uniform_cube(20, 2, 2);
  queries.put(3, {points.at(0, 0), points.at(0, 1)});
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  const Points seen = tests::points_of(index);
  const Points asked = tests::points_of(at);
  std::vector<double> bandwidth;
  for (std::size_t i = 0; i < 80; ++i) {
    bandwidth.push_back(index.row_of(i) < 4 ? 0.125 : static_cast<double>(i) + 1);
  }
  const std::vector<double> found = lapscale::query_scale(index, at, bandwidth, 0.7, 3, Runtime());
  for (std::size_t q = 0; q < 20; ++q) {
    const double kth = 0.7 * std::sqrt(sq_kth(asked, q, seen, 3, false));
    REQUIRE(found[q] == Approx(at.row_of(q) == 3 ? 0.125 : kth).epsilon(1e-12));
  }
}

TEST_CASE("a rule of which nothing is said joins what lies within its radius", "[extension_rule]") {
  const ExtensionRule rule;
  REQUIRE(rule.within_radius);
  REQUIRE(rule.k == 0);
  REQUIRE(rule.cutoff == 0);
  REQUIRE(rule.symmetry == lapscale::Symmetry::either);
  REQUIRE(rule.self_loops);
  REQUIRE(!rule.relative);
}

TEST_CASE("the rule repeats the graph's options, with the reach of the k nearest",
          "[extension_rule]") {
  const Points points = tests::uniform_cube(90, 3, 1);
  const Points queries = tests::uniform_cube(15, 3, 2);
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  const Points seen = tests::points_of(index);
  const Points asked = tests::points_of(at);
  const std::vector<double> h(90, 0.5);
  const std::vector<double> query_h(15, 0.25);
  HeatGraphOptions options;
  options.within_radius = false;
  options.cutoff = 2.5;
  options.symmetry = lapscale::Symmetry::both;
  options.self_loops = false;
  for (const std::size_t k : {0U, 1U, 6U}) {
    options.k = k;
    for (const bool relative : {false, true}) {
      std::vector<double> kth;
      if (k > 0 && !relative) kth = lapscale::sq_kth_distances(index, k, Runtime());
      const ExtensionRule rule =
          lapscale::extension_rule(index, at, options, h, query_h, kth, relative, Runtime());
      REQUIRE(rule.bandwidth == h);
      REQUIRE(rule.query_bandwidth == query_h);
      REQUIRE(!rule.within_radius);
      REQUIRE(rule.cutoff == 2.5);
      REQUIRE(rule.k == k);
      REQUIRE(rule.symmetry == lapscale::Symmetry::both);
      REQUIRE(!rule.self_loops);
      REQUIRE(rule.relative == relative);
      REQUIRE(rule.query_sq_kth.size() == (k > 0 ? 15U : 0U));
      REQUIRE(rule.sq_kth.size() == (k > 0 && !relative ? 90U : 0U));
      for (std::size_t q = 0; q < rule.query_sq_kth.size(); ++q) {
        REQUIRE(rule.query_sq_kth[q] == Approx(sq_kth(asked, q, seen, k, false)).epsilon(1e-12));
      }
      for (std::size_t i = 0; i < rule.sq_kth.size(); ++i) {
        REQUIRE(rule.sq_kth[i] == Approx(sq_kth(seen, i, seen, k, true)).epsilon(1e-12));
      }
    }
  }
}
