#include "lapscale/graph/doubly_stochastic.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::DenseRows;
using lapscale::DoublyStochastic;
using lapscale::Runtime;
using lapscale::SparseRows;

namespace {

// A heat kernel without its diagonal.
std::vector<double> kernel_of(const tests::Points& points) {
  std::vector<double> weight;
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < points.dim; ++k) {
        sum += (points.at(i, k) - points.at(j, k)) * (points.at(i, k) - points.at(j, k));
      }
      weight.push_back(i == j ? 0 : std::exp(-sum));
    }
  }
  return weight;
}

}  // namespace

TEST_CASE("rows sum to 1 with the masses of the columns", "[doubly_stochastic]") {
  const tests::Points points = tests::normal_cloud(41, 3, 1);
  const std::vector<double> weight = kernel_of(points);
  std::vector<double> mass;
  for (std::size_t i = 0; i < points.n; ++i) mass.push_back(1 + static_cast<double>(i % 3));
  const DenseRows rows{weight.data(), points.n};
  const DoublyStochastic found =
      lapscale::doubly_stochastic(rows, {mass.data(), mass.size()}, Runtime());
  REQUIRE(found.residual < 1e-9);
  for (std::size_t i = 0; i < points.n; ++i) {
    double sum = 0;
    double squares = 0;
    for (std::size_t j = 0; j < points.n; ++j) {
      const double w = found.scale[i] * weight[i * points.n + j] * found.scale[j];
      sum += mass[j] * w;
      squares += mass[j] * w * w;
    }
    REQUIRE(sum == Approx(1).epsilon(1e-9));
    REQUIRE(found.density[i] * squares == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("a sparse matrix has the scaling of the same dense one", "[doubly_stochastic]") {
  const tests::Points points = tests::normal_cloud(30, 2, 2);
  const std::vector<double> weight = kernel_of(points);
  std::vector<int> begin{0};
  std::vector<int> column;
  std::vector<double> value;
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      if (i == j) continue;
      column.push_back(static_cast<int>(j));
      value.push_back(weight[i * points.n + j]);
    }
    begin.push_back(static_cast<int>(column.size()));
  }
  const std::vector<double> mass(points.n, 1.0);
  const SparseRows sparse{
      {{begin.data(), begin.size()}, {column.data(), column.size()}, {value.data(), value.size()}}};
  const DoublyStochastic a =
      lapscale::doubly_stochastic(sparse, {mass.data(), mass.size()}, Runtime());
  const DoublyStochastic b = lapscale::doubly_stochastic(DenseRows{weight.data(), points.n},
                                                         {mass.data(), mass.size()}, Runtime());
  for (std::size_t i = 0; i < points.n; ++i) REQUIRE(a.scale[i] == Approx(b.scale[i]));
}

TEST_CASE("what cannot be scaled keeps a residual", "[doubly_stochastic]") {
  // A path of three: the ends would take all of the middle twice.
  const std::vector<double> path{0, 1, 0, 1, 0, 1, 0, 1, 0};
  const std::vector<double> mass(3, 1.0);
  const auto residual = [&](const std::vector<double>& weight) {
    return lapscale::doubly_stochastic(DenseRows{weight.data(), 3}, {mass.data(), 3}, Runtime())
        .residual;
  };
  REQUIRE(residual(path) > 1e-3);
  REQUIRE(std::isnan(residual(std::vector<double>(9, 0.0))));
}
