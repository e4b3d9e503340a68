#include "lapscale/embed/layout_repulsion.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

namespace {

struct Repulsion {
  std::vector<double> force;
  double total;
};

template <std::size_t D>
Repulsion by_tree(const tests::Points& y, const std::vector<double>& mass, double opening,
                  const lapscale::Runtime& runtime = {}) {
  lapscale::LayoutTree<D> tree(y.n);
  tree.sort(y.x, {});
  tree.collect(y.x, mass, runtime);
  Repulsion found{std::vector<double>(y.x.size()), 0};
  found.total = lapscale::layout_repulsion(tree, mass, opening, runtime, found.force);
  return found;
}

Repulsion by_pairs(const tests::Points& y, const std::vector<double>& mass) {
  Repulsion found{std::vector<double>(y.x.size(), 0.0), 0};
  for (std::size_t i = 0; i < y.n; ++i) {
    for (std::size_t j = 0; j < y.n; ++j) {
      if (i == j) continue;
      double sum = 1;
      for (std::size_t k = 0; k < y.dim; ++k) sum += std::pow(y.at(i, k) - y.at(j, k), 2);
      found.total += mass[i] * mass[j] / sum;
      for (std::size_t k = 0; k < y.dim; ++k) {
        found.force[i * y.dim + k] += mass[j] / (sum * sum) * (y.at(i, k) - y.at(j, k));
      }
    }
  }
  return found;
}

double off_by(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0;
  double size = 0;
  for (std::size_t e = 0; e < a.size(); ++e) {
    difference += (a[e] - b[e]) * (a[e] - b[e]);
    size += b[e] * b[e];
  }
  return std::sqrt(difference / size);
}

// As wide as a layout of so many points.
tests::Points spread_out(std::size_t n, std::size_t dim) {
  tests::Points y = tests::normal_cloud(n, dim, 3);
  const double width = std::pow(static_cast<double>(n), 1.0 / static_cast<double>(dim));
  for (double& value : y.x) value *= width / 3;
  return y;
}

template <std::size_t D>
void agrees() {
  const std::size_t n = 3000;
  const tests::Points y = spread_out(n, D);
  std::vector<double> mass(n);
  for (std::size_t i = 0; i < n; ++i) mass[i] = (1 + static_cast<double>(i % 3)) / (2.0 * 3000);
  const Repulsion slow = by_pairs(y, mass);
  const Repulsion exact = by_tree<D>(y, mass, 0);
  REQUIRE(exact.total == Approx(slow.total).epsilon(1e-10));
  REQUIRE(off_by(exact.force, slow.force) < 1e-10);
  const Repulsion fast = by_tree<D>(y, mass, lapscale::layout_opening);
  REQUIRE(fast.total == Approx(slow.total).epsilon(1e-3));
  REQUIRE(off_by(fast.force, slow.force) < 1e-3);
}

}  // namespace

TEST_CASE("repulsion by a tree is that of all pairs", "[layout_repulsion]") {
  agrees<1>();
  agrees<2>();
  agrees<3>();
}

TEST_CASE("the error of the tree does not grow with the points", "[layout_repulsion]") {
  const tests::Points y = spread_out(10000, 2);
  const std::vector<double> mass(10000, 1e-4);
  const Repulsion exact = by_tree<2>(y, mass, 0);
  const Repulsion fast = by_tree<2>(y, mass, lapscale::layout_opening);
  REQUIRE(fast.total == Approx(exact.total).epsilon(2e-4));
  REQUIRE(off_by(fast.force, exact.force) < 8e-4);
}

TEST_CASE("a probe feels the repulsion of all points wherever it goes", "[layout_repulsion]") {
  const std::size_t n = 3000;
  const tests::Points y = spread_out(n, 2);
  const std::vector<double> mass(n, 1.0 / n);
  lapscale::LayoutTree<2> tree(n);
  tree.sort(y.x, {});
  tree.collect(y.x, mass, {});
  lapscale::LayoutProbe<2> probe(tree);
  for (const double at : {0.0, 0.3, 0.9, 5.0, 5.1, 60.0}) {
    double force[2] = {};
    double size = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const auto step = lapscale::minus<2>(std::vector<double>{at, 2 - at}, y.x.data() + 2 * j);
      const double part = mass[j] / std::pow(1 + lapscale::square<2>(step), 2);
      for (std::size_t k = 0; k < 2; ++k) force[k] += part * step[k];
      size += part * std::sqrt(lapscale::square<2>(step));
    }
    const auto found = probe.force_at({at, 2 - at});
    for (std::size_t k = 0; k < 2; ++k) {
      REQUIRE(found[k] == Approx(force[k]).margin(1e-3 * size));
    }
  }
}

TEST_CASE("repulsion is the same on all executors", "[layout_repulsion][threads]") {
  const tests::Points y = spread_out(1000, 2);
  const std::vector<double> mass(1000, 1e-3);
  lapscale::Runtime threaded;
  threaded.executor = tests::Threads(3);
  const Repulsion one = by_tree<2>(y, mass, 0.6);
  const Repulsion three = by_tree<2>(y, mass, 0.6, threaded);
  REQUIRE(one.force == three.force);
  REQUIRE(!(one.total < three.total || one.total > three.total));
}
