#include "lapscale/kernel/degree_table.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

using lapscale::DegreeTable;

namespace {

// Degrees of a point of a 2-dimensional sample: 1 for small h, then about h^2, then n.
double degree(double h, double n) {
  return 1 + n * h * h / (1 + h * h);
}

DegreeTable table_on(const std::vector<double>& nodes) {
  DegreeTable table(nodes, 3);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) table.set(i, j, degree(nodes[i], std::pow(30.0, j)));
  }
  return table;
}

std::vector<double> geometric(double first, double ratio, std::size_t count) {
  std::vector<double> nodes;
  for (std::size_t i = 0; i < count; ++i) nodes.push_back(first * std::pow(ratio, i));
  return nodes;
}

// The worst relative error of t^power, over steps from the first node to the last.
double worst_error(const DegreeTable& table, double power) {
  double worst = 0;
  const double last = table.nodes().back();
  for (double h = table.nodes().front(); h < last; h = std::min(last, h * 1.0137)) {
    double out[3] = {0, 0, 0};
    table.powers(h, power, out);
    for (std::size_t j = 0; j < 3; ++j) {
      const double exact = std::pow(degree(h, std::pow(30.0, j)), power);
      worst = std::max(worst, std::abs(out[j] / exact - 1));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("at a node a degree is what was set, to a float", "[degree_table]") {
  const DegreeTable table = table_on(geometric(0.1, 1.3, 9));
  REQUIRE(table.size() == 3);
  for (const double h : table.nodes()) {
    double out[3];
    table.powers(h, 1, out);
    for (std::size_t j = 0; j < 3; ++j) {
      REQUIRE(std::abs(out[j] / degree(h, std::pow(30.0, j)) - 1) < 1e-6);
    }
  }
}

TEST_CASE("between nodes of ratio 1.1 the error is below 3e-6", "[degree_table]") {
  const DegreeTable table = table_on(geometric(0.05, 1.1, 60));
  REQUIRE(worst_error(table, 1) < 3e-6);
  REQUIRE(worst_error(table, -1) < 3e-6);
  REQUIRE(worst_error(table, -0.5) < 3e-6);
}

TEST_CASE("the power 0 is 1 at every bandwidth", "[degree_table]") {
  REQUIRE(worst_error(table_on(geometric(0.1, 1.2, 10)), 0) < 1e-15);
}

TEST_CASE("few nodes are interpolated by all of them", "[degree_table]") {
  for (const std::size_t count : {1U, 2U, 3U, 5U, 6U, 7U}) {
    REQUIRE(worst_error(table_on(geometric(0.5, 1.01, count)), -1) < 1e-5);
  }
}

// A user's own grid may hold two bandwidths that are nearly the same: between the other nodes the
// degrees must not suffer.
TEST_CASE("two nodes close to each other do no harm", "[degree_table]") {
  std::vector<double> nodes = geometric(0.1, 1.1, 20);
  nodes.insert(nodes.begin() + 10, nodes[9] * (1 + 1e-6));
  REQUIRE(worst_error(table_on(nodes), 1) < 1e-5);
}

TEST_CASE("the nodes are the bandwidths, in even steps of at most 1.1 between them",
          "[degree_table]") {
  for (const std::vector<double>& grid :
       {std::vector<double>{0.3}, {1, 1.05, 1.155}, {2, 0.1, 7}, geometric(0.1, 1.3, 9)}) {
    const std::vector<double> nodes = lapscale::table_nodes(grid);
    for (const double h : grid) REQUIRE(std::count(nodes.begin(), nodes.end(), h) == 1);
    REQUIRE(std::is_sorted(nodes.begin(), nodes.end()));
    for (std::size_t i = 1; i < nodes.size(); ++i) REQUIRE(nodes[i] / nodes[i - 1] < 1.1 + 1e-9);
    double more = 0;
    std::vector<double> sorted = grid;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      more += std::ceil(std::log(sorted[i] / sorted[i - 1]) / std::log(1.1) - 1e-9);
    }
    REQUIRE(static_cast<double>(nodes.size()) == more + 1);
  }
}

TEST_CASE("more nodes on each side serve nodes farther apart", "[degree_table]") {
  const std::vector<double> nodes = geometric(0.05, 1.25, 26);
  DegreeTable table(nodes, 3, "", 4);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) table.set(i, j, degree(nodes[i], std::pow(30.0, j)));
  }
  REQUIRE(worst_error(table, -1) < 1e-4);
  REQUIRE(worst_error(table, -1) < worst_error(table_on(nodes), -1));
  for (const double h : lapscale::table_nodes({1, 1.2, 3}, 1.25)) REQUIRE(h >= 1);
  REQUIRE(lapscale::table_nodes({1, 1.2, 3}, 1.25).size() == 7);
}

TEST_CASE("parts make the table that they were taken from", "[degree_table]") {
  const std::vector<double> nodes = geometric(0.1, 1.3, 5);
  const DegreeTable whole = table_on(nodes);
  DegreeTable parts(nodes, 3);
  const std::vector<float> first = whole.part(0, 2), last = whole.part(2, 3);
  REQUIRE(parts.take_part(0, first) == 2);
  REQUIRE_THROWS_AS(parts.take_part(2, first), std::invalid_argument);
  REQUIRE(parts.take_part(2, last) == 3);
  for (const double h : {0.1, 0.17, 0.25}) {
    double out[3], expected[3];
    parts.powers(h, 1, out);
    whole.powers(h, 1, expected);
    REQUIRE(std::equal(out, out + 3, expected));
  }
  const std::vector<float> odd(7);
  REQUIRE_THROWS_AS(parts.take_part(0, odd), std::invalid_argument);
}
