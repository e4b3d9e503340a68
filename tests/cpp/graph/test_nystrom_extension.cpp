#include "lapscale/graph/nystrom_extension.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/neighbors/query_neighbors.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

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

std::vector<double> ramp(std::size_t n, double from) {
  std::vector<double> f(n);
  std::iota(f.begin(), f.end(), from);
  return f;
}

constexpr double h = 0.3;

// The rule of a step of the walk from new points: within the cutoff, or among their k nearest.
lapscale::ExtensionRule walk_rule(const PointIndex& index, const PointIndex& at, double cutoff,
                                  std::size_t k) {
  lapscale::ExtensionRule rule;
  rule.bandwidth.assign(index.size(), index.frame().to_unit(h));
  rule.query_bandwidth.assign(at.size(), index.frame().to_unit(h));
  rule.cutoff = cutoff;
  rule.k = k;
  rule.query_sq_kth = lapscale::sq_neighbor_distances(index, at, k, Runtime());
  rule.relative = true;
  return rule;
}

// Means of a ramp from -3 at the points, masses j + 1.
std::vector<double> extend(const Points& points, const Points& queries, double cutoff,
                           std::size_t k, const Runtime& runtime) {
  const PointIndex index(points.view(), runtime);
  const PointIndex at(index.frame(), queries.view(), runtime);
  const std::vector<double> mass = ramp(points.n, 1);
  const std::vector<double> value = ramp(points.n, -3);
  const lapscale::ExtensionRule rule = walk_rule(index, at, cutoff, k);
  lapscale::Extension found = lapscale::NystromExtension(index, at, rule, mass, value).run(runtime);
  for (std::size_t q = 0; q < queries.n; ++q) found.sum[q] /= found.mass[q];
  return found.sum;
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

TEST_CASE("sums over the neighbors of new points", "[nystrom_extension]") {
  const Points points = tests::normal_cloud(200, 3, 1);
  const Points queries = tests::normal_cloud(30, 3, 2);
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  tests::Draw draw(3);
  std::vector<double> mass(200);
  std::vector<double> value(400);
  for (double& m : mass) m = draw.uniform(0.5, 2);
  for (double& v : value) v = draw.normal();
  const double scale = 0.6;
  for (const double cutoff : {1.5, 3.0, tests::infinity}) {
    ExtensionRule rule;
    rule.bandwidth.assign(200, index.frame().to_unit(scale));
    rule.query_bandwidth.assign(30, index.frame().to_unit(scale));
    rule.cutoff = cutoff;
    const auto found = lapscale::NystromExtension(index, at, rule, mass, value).run(Runtime());
    for (std::size_t q = 0; q < 30; ++q) {
      double degree = 0, total = 0, first = 0, second = 0;
      for (std::size_t i = 0; i < 200; ++i) {
        const double s = sq_between(queries, q, points, i);
        if (s > cutoff * cutoff * scale * scale) continue;
        const double w = std::exp(-s / (scale * scale));
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

TEST_CASE("without self loops one coinciding point is passed over", "[nystrom_extension]") {
  const Points points = tests::repeated(tests::normal_cloud(20, 2, 1), 2);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> mass(40, 1.0);
  ExtensionRule rule;
  rule.bandwidth.assign(40, index.frame().to_unit(0.5));
  rule.query_bandwidth = rule.bandwidth;
  rule.cutoff = 3;
  const auto with = lapscale::NystromExtension(index, index, rule, mass, mass).run(Runtime());
  rule.self_loops = false;
  const auto without = lapscale::NystromExtension(index, index, rule, mass, mass).run(Runtime());
  for (std::size_t i = 0; i < 40; ++i) {
    REQUIRE(with.degree[i] - without.degree[i] == Approx(1));
  }
}

TEST_CASE("a query gets the mean over one step of the walk", "[nystrom_extension][threads]") {
  const Points points = tests::uniform_cube(200, 2, 1);
  const Points queries = tests::uniform_cube(41, 2, 2);
  for (const double cutoff : {0.0, 1.0, tests::infinity}) {
    for (const std::size_t k : {1U, 7U}) {
      const std::vector<double> found = extend(points, queries, cutoff, k, Runtime());
      for (std::size_t i = 0; i < queries.n; ++i) {
        REQUIRE(std::abs(found[i] - by_hand(points, queries, i, cutoff, k)) < 1e-10);
      }
      REQUIRE(extend(points, queries, cutoff, k, tests::on(tests::Threads(3))) == found);
    }
  }
}

TEST_CASE("with no reach only points that coincide count", "[nystrom_extension]") {
  Points points = tests::uniform_cube(50, 2, 1);
  points.put(20, {points.at(7, 0), points.at(7, 1)});
  Points queries(2, 2);
  queries.put(0, {points.at(3, 0), points.at(3, 1)});
  queries.put(1, {points.at(7, 0), points.at(7, 1)});
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  lapscale::ExtensionRule rule = walk_rule(index, at, 0, 1);
  rule.k = 0;
  const std::vector<double> mass(50, 1.0);
  const std::vector<double> own = ramp(50, 1000);
  const auto found = lapscale::NystromExtension(index, at, rule, mass, own).run(Runtime());
  REQUIRE(found.sum[0] / found.mass[0] == 1003);
  REQUIRE(found.sum[1] / found.mass[1] == 1013.5);
}

TEST_CASE("far out the nearest point decides", "[nystrom_extension]") {
  Points points(3, 1);
  points.put(0, {0});
  points.put(1, {1});
  points.put(2, {2});
  Points queries(1, 1);
  queries.put(0, {500});
  const std::vector<double> found = extend(points, queries, tests::infinity, 1, Runtime());
  REQUIRE(std::abs(found[0] - (-1)) < 1e-12);
}

TEST_CASE("points of a graph of nearest neighbors have its edges, ties among them",
          "[nystrom_extension]") {
  const Points points = tests::integer_grid(6, 2);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> own = ramp(points.n, 0);
  const std::vector<double> mass(points.n, 1.0);
  for (const std::size_t k : {2U, 4U, 5U}) {
    ExtensionRule rule;
    rule.bandwidth.assign(points.n, index.frame().to_unit(2));
    rule.query_bandwidth = rule.bandwidth;
    rule.within_radius = false;
    rule.cutoff = tests::infinity;
    rule.k = k;
    rule.sq_kth = lapscale::sq_kth_distances(index, k, Runtime());
    rule.query_sq_kth = rule.sq_kth;
    for (const lapscale::Symmetry symmetry :
         {lapscale::Symmetry::either, lapscale::Symmetry::both}) {
      rule.symmetry = symmetry;
      const auto found = lapscale::NystromExtension(index, index, rule, mass, own).run(Runtime());
      // Of the grid: the k-th of the other distances.
      std::vector<double> sq_kth(points.n);
      for (std::size_t i = 0; i < points.n; ++i) {
        std::vector<double> sq;
        for (std::size_t j = 0; j < points.n; ++j) {
          if (j != i) sq.push_back(sq_between(points, i, points, j));
        }
        std::sort(sq.begin(), sq.end());
        sq_kth[i] = sq[k - 1];
      }
      for (std::size_t i = 0; i < points.n; ++i) {
        double degree = 0;
        for (std::size_t j = 0; j < points.n; ++j) {
          const double sq = sq_between(points, i, points, j);
          const bool here = sq <= sq_kth[i], there = sq <= sq_kth[j];
          const bool edge = symmetry == lapscale::Symmetry::either ? here || there : here && there;
          if (edge) degree += std::exp(-sq / 4);
        }
        REQUIRE(found.degree[i] == Approx(degree));
      }
    }
  }
}
