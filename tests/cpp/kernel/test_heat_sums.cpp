#include "lapscale/kernel/heat_sums.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/distance_sketch.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::FunctionValues;
using lapscale::HeatSums;
using lapscale::HeatSumsPass;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// Some functions of the first two coordinates, function after function.
std::vector<double> functions_on(const Points& points, std::size_t count, double offset = 0) {
  std::vector<double> f;
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < points.n; ++i) {
      const double x = points.at(i, 0);
      f.push_back(offset + std::sin(static_cast<double>(j + 1) * x) + 0.3 * points.at(i, 1));
    }
  }
  return f;
}

struct Problem {
  Points points;
  Points queries;
  std::size_t n_functions;
  std::vector<double> bandwidths;
  std::vector<double> square_bandwidths;
  bool weight;
  double offset = 0;
};

HeatSums sketched(const Problem& p, const Runtime& runtime) {
  const PointIndex points(p.points.view(), runtime);
  const PointIndex queries(points.frame(), p.queries.view(), runtime);
  std::vector<double> grid;
  std::vector<double> squares;
  for (const double h : p.bandwidths) grid.push_back(points.frame().to_unit(h));
  for (const double h : p.square_bandwidths) squares.push_back(points.frame().to_unit(h));
  const std::vector<double> there = functions_on(p.points, p.n_functions, p.offset);
  const std::vector<double> here = functions_on(p.queries, p.n_functions, p.offset);
  const FunctionValues f{p.n_functions, there, here};
  return HeatSumsPass(points, queries, f, {grid, squares, p.weight}).run(runtime);
}

// The same by the definition, and what the sketches may err by: a term of exponent u by
// (2^-8 u)^2 / 2 of itself, one below the first bin by 2^-25.
struct Direct {
  HeatSums sums;
  HeatSums bound;
};

Direct direct(const Problem& p) {
  const std::vector<double> f = functions_on(p.points, p.n_functions, p.offset);
  const std::vector<double> at = functions_on(p.queries, p.n_functions, p.offset);
  const std::size_t m = p.queries.n;
  const std::size_t g = p.bandwidths.size();
  Direct result;
  if (p.weight) result.sums.weight.assign(m * g, 0);
  result.sums.difference.assign(m * g * p.n_functions, 0);
  result.sums.square.assign(m * p.square_bandwidths.size(), 0);
  result.bound = result.sums;
  const auto add = [&](std::vector<double> HeatSums::*which, std::size_t to, double u,
                       double mass) {
    (result.sums.*which)[to] += std::exp(-u) * mass;
    (result.bound.*which)[to] += std::exp(-u) * std::abs(mass) * (1e-5 * u * u + 1e-7) + 1e-14;
  };
  for (std::size_t q = 0; q < m; ++q) {
    for (std::size_t i = 0; i < p.points.n; ++i) {
      double s = 0;
      for (std::size_t k = 0; k < p.points.dim; ++k) {
        s += std::pow(p.points.at(i, k) - p.queries.at(q, k), 2);
      }
      double square = 0;
      for (std::size_t j = 0; j < p.n_functions; ++j) {
        const double difference = f[j * p.points.n + i] - at[j * m + q];
        square += difference * difference;
        for (std::size_t b = 0; b < g; ++b) {
          const double u = s / (p.bandwidths[b] * p.bandwidths[b]);
          add(&HeatSums::difference, (j * g + b) * m + q, u, difference);
        }
      }
      for (std::size_t b = 0; p.weight && b < g; ++b) {
        add(&HeatSums::weight, b * m + q, s / (p.bandwidths[b] * p.bandwidths[b]), 1);
      }
      for (std::size_t b = 0; b < p.square_bandwidths.size(); ++b) {
        const double h = p.square_bandwidths[b];
        add(&HeatSums::square, b * m + q, s / (h * h), square);
      }
    }
  }
  return result;
}

// The worst |a - b| in units of the bound.
double worst(const std::vector<double>& a, const std::vector<double>& b,
             const std::vector<double>& bound) {
  double error = a.size() == b.size() ? 0 : tests::infinity;
  for (std::size_t i = 0; i < a.size(); ++i) {
    error = std::max(error, std::abs(a[i] - b[i]) / bound[i]);
  }
  return error;
}

void require_close(const Problem& p) {
  const HeatSums got = sketched(p, Runtime());
  const Direct want = direct(p);
  REQUIRE(worst(got.weight, want.sums.weight, want.bound.weight) < 1);
  REQUIRE(worst(got.difference, want.sums.difference, want.bound.difference) < 1);
  REQUIRE(worst(got.square, want.sums.square, want.bound.square) < 1);
}

const std::vector<double> grid = {0.15, 0.3, 0.45, 0.8, 1.6};
const std::vector<double> squares = {0.1, 0.2, 0.33};

}  // namespace

TEST_CASE("heat sums are those of the definition", "[heat_sums]") {
  SECTION("one function and its squares") {
    require_close({tests::sphere(900, 1), tests::sphere(37, 2), 1, grid, squares, false});
  }
  SECTION("one function alone") {
    require_close({tests::sphere(900, 1), tests::sphere(37, 2), 1, grid, {}, false});
  }
  SECTION("three functions, their squares and the weights") {
    require_close({tests::sphere(500, 3), tests::sphere(21, 4), 3, grid, squares, true});
  }
  SECTION("weights alone") {
    require_close(
        {tests::uniform_cube(600, 3, 5), tests::uniform_cube(9, 3, 6), 0, grid, {}, true});
  }
  SECTION("many columns, a single query") {
    require_close({tests::normal_cloud(300, 40, 7, 0.8), tests::normal_cloud(1, 40, 8, 0.8), 2,
                   grid, squares, true});
  }
  SECTION("fewer points than a leaf holds") {
    require_close(
        {tests::uniform_cube(5, 2, 9), tests::uniform_cube(3, 2, 10), 1, grid, squares, true});
  }
  SECTION("functions far from zero") {
    require_close({tests::sphere(400, 11), tests::sphere(20, 12), 1, grid, squares, false, 1e6});
  }
}

TEST_CASE("a point that is a query adds nothing to its own difference", "[heat_sums]") {
  const Points points = tests::sphere(1, 3);
  const Problem p{points, points, 1, grid, squares, true};
  const HeatSums sums = sketched(p, Runtime());
  for (const double difference : sums.difference) REQUIRE(std::abs(difference) <= 0);
  for (const double square : sums.square) REQUIRE(std::abs(square) <= 0);
  for (const double weight : sums.weight) REQUIRE(std::abs(weight - 1) < 1e-7);
}

TEST_CASE("queries out of reach see nothing", "[heat_sums]") {
  const Points near = tests::uniform_cube(100, 2, 13);
  const Points far = tests::moved(tests::uniform_cube(6, 2, 14), 1, 100);
  const HeatSums sums = sketched({near, far, 1, grid, squares, true}, Runtime());
  for (const double weight : sums.weight) REQUIRE(std::abs(weight) <= 0);
  for (const double difference : sums.difference) REQUIRE(std::abs(difference) <= 0);
}

TEST_CASE("heat sums have the same bits for any number of threads", "[heat_sums][threads]") {
  const Problem p{tests::sphere(2000, 15), tests::sphere(50, 16), 2, grid, squares, true};
  const HeatSums serial = sketched(p, Runtime());
  for (const std::size_t n_threads : {1U, 2U, 4U}) {
    Runtime runtime;
    runtime.executor = tests::Threads(n_threads);
    const HeatSums threaded = sketched(p, runtime);
    REQUIRE(threaded.weight == serial.weight);
    REQUIRE(threaded.difference == serial.difference);
    REQUIRE(threaded.square == serial.square);
  }
}

TEST_CASE("sums over parts of the data add up to those of the whole", "[heat_sums]") {
  const Points whole = tests::sphere(1000, 17);
  Points first(400, 3);
  Points second(600, 3);
  std::copy_n(whole.x.begin(), 3 * 400, first.x.begin());
  std::copy(whole.x.begin() + 3 * 400, whole.x.end(), second.x.begin());
  const Points queries = tests::sphere(10, 18);
  const HeatSums all = sketched({whole, queries, 1, grid, squares, true}, Runtime());
  const HeatSums a = sketched({first, queries, 1, grid, squares, true}, Runtime());
  const HeatSums b = sketched({second, queries, 1, grid, squares, true}, Runtime());
  for (std::size_t i = 0; i < all.weight.size(); ++i) {
    REQUIRE(std::abs(a.weight[i] + b.weight[i] - all.weight[i]) < 1e-12 * all.weight[i]);
    const double error = a.difference[i] + b.difference[i] - all.difference[i];
    REQUIRE(std::abs(error) < 1e-12 * all.weight[i]);
  }
}

TEST_CASE("sketches with masses add: same bits where the blocks are the same", "[heat_sums]") {
  tests::Draw draw(19);
  std::vector<double> sq_dist(1000);
  std::vector<double> mass(1000);
  for (double& s : sq_dist) s = draw.uniform(0, 3);
  for (double& m : mass) m = draw.uniform(-1, 1);
  const lapscale::LogBins bins(1e-4, 4);
  const auto part = [&](std::size_t begin, std::size_t end) {
    lapscale::DistanceSketch sketch(bins);
    sketch.add({sq_dist.data() + begin, end - begin}, {mass.data() + begin, end - begin});
    return sketch;
  };
  lapscale::DistanceSketch blocks = part(0, 500);
  blocks += part(500, 1000);
  lapscale::DistanceSketch again = part(0, 500);
  again += part(500, 1000);
  lapscale::DistanceSketch uneven = part(0, 123);
  uneven += part(123, 1000);
  const lapscale::DistanceSketch whole = part(0, 1000);
  double exact = 0;
  for (std::size_t i = 0; i < 1000; ++i) exact += mass[i] * std::exp(-sq_dist[i] / 0.64);
  REQUIRE(again.heat_sum(0.8) == Approx(blocks.heat_sum(0.8)).margin(0));
  REQUIRE(std::abs(uneven.heat_sum(0.8) - whole.heat_sum(0.8)) < 1e-12 * 1000);
  REQUIRE(std::abs(whole.heat_sum(0.8) - exact) < 1e-5 * 1000);
}
