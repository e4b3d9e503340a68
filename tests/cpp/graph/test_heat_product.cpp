#include "lapscale/graph/heat_product.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/filtered_subspace.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::HeatProduct;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

constexpr double h = 0.4;

// diag(s) W diag(s), entry by entry.
Eigen::MatrixXd by_hand(const Points& points, double cutoff, bool self_loops,
                        const std::vector<double>& s) {
  const auto n = static_cast<Eigen::Index>(points.n);
  return Eigen::MatrixXd::NullaryExpr(n, n, [&](Eigen::Index i, Eigen::Index j) {
    const auto a = static_cast<std::size_t>(i);
    const auto b = static_cast<std::size_t>(j);
    double sq = 0;
    for (std::size_t k = 0; k < points.dim; ++k) {
      sq += std::pow(points.at(a, k) - points.at(b, k), 2);
    }
    if (sq > cutoff * h * cutoff * h || (a == b && !self_loops)) return 0.0;
    return s[a] * s[b] * std::exp(-sq / (h * h));
  });
}

std::vector<double> factors(std::size_t n) {
  std::vector<double> s(n);
  for (std::size_t i = 0; i < n; ++i) s[i] = 0.5 + std::sin(static_cast<double>(i));
  return s;
}

Eigen::MatrixXd columns(std::size_t n, Eigen::Index count) {
  return Eigen::MatrixXd::NullaryExpr(
      static_cast<Eigen::Index>(n), count,
      [](Eigen::Index i, Eigen::Index j) { return std::cos(static_cast<double>(i * (j + 1))); });
}

Eigen::MatrixXd times(const Points& points, double cutoff, bool self_loops,
                      const std::vector<double>& s, const Eigen::MatrixXd& in,
                      const Runtime& runtime = Runtime()) {
  const PointIndex index(points.view(), runtime);
  return HeatProduct(index, index.frame().to_unit(h), cutoff, self_loops, s).times(in, runtime);
}

}  // namespace

TEST_CASE("a product is that of the stored weights", "[heat_product]") {
  for (const std::size_t n : {3U, 32U, 333U}) {
    const Points points = tests::moved(tests::uniform_cube(n, 3, 1), 2, 100);
    const std::vector<double> s = factors(n);
    for (const double cutoff : {1.5, 27.0}) {
      for (const bool loops : {true, false}) {
        const Eigen::MatrixXd w = by_hand(points, cutoff, loops, s);
        for (const Eigen::Index count : {1, 5, 16, 21}) {
          const Eigen::MatrixXd in = columns(n, count);
          const Eigen::MatrixXd expected = w * in;
          CHECK((times(points, cutoff, loops, s, in) - expected).norm() <
                1e-12 * (1 + expected.norm()));
        }
      }
    }
  }
}

TEST_CASE("the same bits on any executor and in any order of rows", "[heat_product][threads]") {
  constexpr std::size_t n = 500;
  const Points points = tests::sphere(n, 3);
  Points turned(n, 3);
  for (std::size_t i = 0; i < n; ++i) {
    turned.put(n - 1 - i, {points.at(i, 0), points.at(i, 1), points.at(i, 2)});
  }
  const Eigen::MatrixXd in = columns(n, 17);
  const std::vector<double> ones(n, 1.0);
  const Eigen::MatrixXd here = times(points, 3.7, true, ones, in);
  Runtime threaded;
  threaded.executor = tests::Threads(3);
  CHECK(times(points, 3.7, true, ones, in, threaded) == here);
  threaded.executor = tests::backwards;
  CHECK(times(points, 3.7, true, ones, in, threaded) == here);
  const Eigen::MatrixXd there = times(turned, 3.7, true, ones, in.colwise().reverse());
  CHECK(there.colwise().reverse() == here);

  const PointIndex index(points.view(), Runtime());
  const PointIndex back(turned.view(), Runtime());
  CHECK(HeatProduct(index, 1, 3, true, ones).start(4) ==
        HeatProduct(back, 1, 3, true, ones).start(4).colwise().reverse());
}

TEST_CASE("eigenvectors of the walk on a circle are its harmonics", "[heat_product]") {
  constexpr std::size_t n = 400;
  const Points points = tests::circle(n);
  const PointIndex index(points.view(), Runtime());
  const double bandwidth = index.frame().to_unit(h);
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(n, 1);
  const double degree = HeatProduct(index, bandwidth, 6, true, std::vector<double>(n, 1))
                            .times(ones, Runtime())(0, 0);
  const HeatProduct walk(index, bandwidth, 6, true, std::vector<double>(n, 1 / std::sqrt(degree)));
  lapscale::FilteredSubspace search(walk.as_operator(Runtime()), -0.01, walk.start(16));
  const lapscale::EigenPairs found = search.solve(5, 1e-9, 100);
  CHECK(found.residuals.maxCoeff() <= 1e-9);
  for (const int frequency : {0, 1, 2}) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 2 * tests::pi * static_cast<double>(i) / static_cast<double>(n);
      const double sq = 2 - 2 * std::cos(angle);
      if (sq <= 36 * h * h) sum += std::exp(-sq / (h * h)) * std::cos(frequency * angle);
    }
    CHECK(found.values[2 * frequency] == Approx(sum / degree).epsilon(1e-10));
  }
}

TEST_CASE("columns to start from are random about zero, and go with the points", "[heat_product]") {
  const Points points = tests::uniform_cube(300, 2, 1);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> ones(300, 1.0);
  const Eigen::MatrixXd start =
      HeatProduct(index, index.frame().to_unit(h), 3, true, ones).start(4);
  REQUIRE(start.rows() == 300);
  REQUIRE(start.cwiseAbs().maxCoeff() <= 0.5);
  REQUIRE(start.colwise().mean().cwiseAbs().maxCoeff() < 5 / std::sqrt(12.0 * 300));
  Points turned(300, 2);
  for (std::size_t i = 0; i < 300; ++i) turned.put(299 - i, {points.at(i, 0), points.at(i, 1)});
  const PointIndex other(turned.view(), Runtime());
  const Eigen::MatrixXd again =
      HeatProduct(other, other.frame().to_unit(h), 3, true, ones).start(4);
  REQUIRE(again.colwise().reverse() == start);
}
