#include "lapscale/embed/layout_descent.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

namespace {

// A ring of n points, each with affinities to its neighbors at one and two steps.
struct Ring {
  explicit Ring(int n) : begin{0}, mass(static_cast<std::size_t>(n), 1.0 / n) {
    for (int i = 0; i < n; ++i) {
      for (const int step : {1, 2, n - 2, n - 1}) column.push_back((i + step) % n);
      begin.push_back(static_cast<int>(column.size()));
    }
    value.assign(column.size(), 1.0 / static_cast<double>(column.size()));
    for (int i = 0; i < n; ++i) {
      start.push_back(std::cos(2 * tests::pi * i / n));
      start.push_back(std::sin(2 * tests::pi * i / n));
    }
  }
  lapscale::SparseView p() const { return {begin, column, value}; }

  std::vector<int> begin;
  std::vector<int> column;
  std::vector<double> value;
  std::vector<double> mass;
  std::vector<double> start;
};

double sum_of_pairs(const std::vector<double>& y, const std::vector<double>& mass) {
  double sum = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    for (std::size_t j = 0; j < mass.size(); ++j) {
      if (i != j) {
        sum += mass[i] * mass[j] /
               (1 + std::pow(y[2 * i] - y[2 * j], 2) + std::pow(y[2 * i + 1] - y[2 * j + 1], 2));
      }
    }
  }
  return sum;
}

// Returns the slope of a function of a number, which keeps its value.
template <class Function>
double central_difference(double& x, const Function& function) {
  const double step = 1e-5;
  const double at = x;
  x = at + step;
  const double above = function();
  x = at - step;
  const double below = function();
  x = at;
  return (above - below) / (2 * step);
}

}  // namespace

TEST_CASE("attraction and repulsion are the gradient of the cost", "[layout_descent]") {
  const Ring ring(40);
  tests::Points y = tests::normal_cloud(40, 2, 1);
  const auto cost = [&] {
    return lapscale::layout_cost(ring.p(), ring.mass, y.x, 2, sum_of_pairs(y.x, ring.mass));
  };
  lapscale::LayoutTree<2> tree(40);
  tree.sort(y.x, {});
  tree.collect(y.x, ring.mass, {});
  std::vector<double> force(80);
  const double total = lapscale::layout_repulsion(tree, ring.mass, 0, {}, force);
  REQUIRE(total == Approx(sum_of_pairs(y.x, ring.mass)));
  for (const std::size_t i : {0U, 17U, 39U}) {
    double pull[2] = {};
    lapscale::layout_attraction<2>(ring.p(), y.x, i, pull);
    for (std::size_t k = 0; k < 2; ++k) {
      const double gradient = 4 * (pull[k] - ring.mass[i] * force[2 * i + k] / total);
      REQUIRE(gradient == Approx(central_difference(y.at(i, k), cost)).epsilon(1e-6).margin(1e-9));
    }
  }
}

TEST_CASE("the hold is a gradient, and no force on the start itself", "[layout_descent]") {
  const Ring ring(30);
  tests::Points y = tests::normal_cloud(30, 2, 2);
  const auto norm = [&](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t e = 0; e < a.size(); ++e) sum += a[e] * b[e] / 30;
    return sum;
  };
  const auto energy = [&] {
    const double on = norm(y.x, ring.start);
    const double size = norm(y.x, y.x);
    return (size - on * on / norm(ring.start, ring.start)) / (1 + size);
  };
  lapscale::LayoutAnchor anchor(ring.start, ring.mass, 2);
  anchor.look_at(y.x);
  for (const std::size_t e : {0U, 31U}) {
    const double gradient = (anchor.along * ring.start[e] + anchor.across * y.x[e]) / 30;
    REQUIRE(gradient == Approx(central_difference(y.x[e], energy)).epsilon(1e-5));
  }
  std::vector<double> twice = ring.start;
  for (double& value : twice) value *= 2;
  anchor.look_at(twice);
  REQUIRE(anchor.along + 2 * anchor.across == Approx(0).margin(1e-12));
}

TEST_CASE("the hold on the width is a gradient", "[layout_descent]") {
  const std::vector<double> mass(20, 1.0 / 20);
  tests::Points y = tests::normal_cloud(20, 2, 4);
  const auto energy = [&] {
    double c[3] = {};
    for (std::size_t i = 0; i < 20; ++i) {
      c[0] += y.at(i, 0) * y.at(i, 0) / 20;
      c[1] += y.at(i, 0) * y.at(i, 1) / 20;
      c[2] += y.at(i, 1) * y.at(i, 1) / 20;
    }
    return -lapscale::layout_width * std::log(c[0] * c[2] - c[1] * c[1]);
  };
  const auto widening = lapscale::layout_widening<2>(y.x, mass);
  for (const std::size_t e : {4U, 31U}) {
    const std::size_t i = e / 2;
    const double gradient =
        -(widening[2 * (e % 2)] * y.at(i, 0) + widening[2 * (e % 2) + 1] * y.at(i, 1)) / 20;
    REQUIRE(gradient == Approx(central_difference(y.x[e], energy)).epsilon(1e-5));
  }
}

TEST_CASE("a ring is laid out as a circle, at a lower cost", "[layout_descent]") {
  const Ring ring(60);
  lapscale::LayoutSettings exact;
  exact.opening = 0;
  const auto found = lapscale::layout_descent<2>(ring.p(), ring.mass, ring.start, exact, {});
  REQUIRE(found.cost < found.first_cost);
  const double radius = std::hypot(found.y[0], found.y[1]);
  REQUIRE(radius > 1);
  for (std::size_t i = 0; i < 60; ++i) {
    REQUIRE(std::hypot(found.y[2 * i], found.y[2 * i + 1]) == Approx(radius).epsilon(1e-3));
  }
}

TEST_CASE("a stronger attraction gives a smaller layout, and falls from 12", "[layout_descent]") {
  const Ring ring(60);
  lapscale::LayoutSettings strong;
  strong.exaggeration = 4;
  const auto wide = lapscale::layout_descent<2>(ring.p(), ring.mass, ring.start, {}, {});
  const auto narrow = lapscale::layout_descent<2>(ring.p(), ring.mass, ring.start, strong, {});
  REQUIRE(std::hypot(narrow.y[0], narrow.y[1]) < std::hypot(wide.y[0], wide.y[1]));
  REQUIRE(lapscale::exaggeration_at(0, strong) == Approx(12));
  REQUIRE(lapscale::exaggeration_at(300, strong) == Approx(4));
  strong.exaggeration = 50;
  REQUIRE(lapscale::exaggeration_at(0, strong) == Approx(50));
}

TEST_CASE("a layout does not depend on the executor, and stops if asked to",
          "[layout_descent][threads]") {
  const Ring ring(200);
  lapscale::Runtime threaded;
  threaded.executor = tests::Threads(3);
  lapscale::LayoutSettings few;
  few.n_steps = 50;
  const auto one = lapscale::layout_descent<2>(ring.p(), ring.mass, ring.start, few, {});
  const auto three = lapscale::layout_descent<2>(ring.p(), ring.mass, ring.start, few, threaded);
  REQUIRE(one.y == three.y);
  lapscale::Runtime stopping;
  double last = 0;
  stopping.monitor = [&](double done) {
    if (done < last) throw std::logic_error("goes back");
    last = done;
    if (done > 0.5) throw std::runtime_error("stop");
  };
  REQUIRE_THROWS_AS(lapscale::layout_descent<2>(ring.p(), ring.mass, ring.start, few, stopping),
                    std::runtime_error);
}
