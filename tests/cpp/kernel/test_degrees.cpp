#include "lapscale/kernel/degrees.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/distance_sketch.hpp"
#include "support/leaves.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/sketch_bound.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using tests::all_leaves;
using tests::Points;

namespace {

std::vector<double> nodes(double first, double ratio, std::size_t count) {
  std::vector<double> h;
  for (std::size_t i = 0; i < count; ++i) h.push_back(first * std::pow(ratio, i));
  return h;
}

// The worst |a / b - 1|.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = a.size() == b.size() ? 0 : tests::infinity;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] / b[i] - 1));
  return worst;
}

std::vector<double> dense_degrees(const PointIndex& index, const std::vector<double>& bandwidths,
                                  double cutoff) {
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::points_of(index));
  std::vector<double> degree;
  for (const double h : bandwidths) {
    const Eigen::VectorXd t = tests::heat_matrix(sq_dist, h, cutoff).colwise().sum();
    degree.insert(degree.end(), t.begin(), t.end());
  }
  return degree;
}

std::vector<double> direct(const PointIndex& index, const std::vector<double>& bandwidths,
                           double cutoff, const Runtime& runtime) {
  return lapscale::direct_degrees(index, all_leaves(index), bandwidths, cutoff, runtime);
}

lapscale::DegreeTable sketched(const PointIndex& index, const std::vector<double>& bandwidths,
                               double cutoff, const Runtime& runtime) {
  return lapscale::sketched_degrees(index, all_leaves(index), bandwidths, cutoff, runtime);
}

// What a table says at its own nodes.
std::vector<double> at_nodes(const lapscale::DegreeTable& table) {
  std::vector<double> degree(table.nodes().size() * table.size());
  for (std::size_t g = 0; g < table.nodes().size(); ++g) {
    table.powers(table.nodes()[g], 1, degree.data() + g * table.size());
  }
  return degree;
}

}  // namespace

TEST_CASE("direct degrees are the row sums of the weights", "[degrees]") {
  for (const Points& points : {tests::uniform_cube(300, 2, 1), tests::normal_cloud(150, 40, 2),
                               tests::repeated(tests::uniform_cube(30, 2, 3), 4)}) {
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> bandwidths = {0.0031, 0.083, 0.41, 2.7, 30};
    for (const double cutoff : {0.53, 2.0, 3.72, tests::infinity}) {
      const std::vector<double> exact = dense_degrees(index, bandwidths, cutoff);
      for (const lapscale::SimdLevel level : tests::levels()) {
        const std::vector<double> degree =
            direct(index, bandwidths, cutoff, tests::at_level(level));
        REQUIRE(difference(degree, exact) < 1e-13);
      }
    }
  }
}

TEST_CASE("degrees along a graph are the row sums of its weights", "[degrees]") {
  const lapscale::Adjacency graph{
      {0, 3, 5, 7}, {{0, 0.0}, {1, 0.5}, {2, 2.0}, {0, 0.5}, {1, 0.0}, {0, 2.0}, {2, 0.0}}};
  const std::vector<double> h = {1.0, 2.0};
  const std::vector<double> near = lapscale::graph_degrees(graph, h, 1, Runtime());
  const std::vector<double> all = lapscale::graph_degrees(graph, h, tests::infinity, Runtime());
  REQUIRE(difference(near, {1 + std::exp(-0.5), 1 + std::exp(-0.5), 1,
                            1 + std::exp(-0.125) + std::exp(-0.5), 1 + std::exp(-0.125),
                            1 + std::exp(-0.5)}) < 1e-15);
  REQUIRE(std::abs(all[0] - (1 + std::exp(-0.5) + std::exp(-2.0))) < 1e-15);
}

TEST_CASE("sketched degrees are direct ones to 1e-4, for all bandwidths at once", "[degrees]") {
  for (const Points& points :
       {tests::uniform_cube(600, 2, 4), tests::sphere(500, 5), tests::normal_cloud(200, 12, 6)}) {
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> h = nodes(0.02, 1.1, 45);
    for (const double cutoff : {3.72, tests::infinity}) {
      const lapscale::DegreeTable table = sketched(index, h, cutoff, Runtime());
      const std::vector<double> exact = direct(index, h, cutoff, Runtime());
      REQUIRE(difference(at_nodes(table), exact) < 1e-4);
    }
  }
}

TEST_CASE("in many columns the degrees of a whole leaf are sketched together", "[degrees]") {
  const PointIndex index(tests::normal_cloud(70, 300, 9).view(), Runtime());
  REQUIRE(lapscale::queries_together(index) > lapscale::block_width);
  const std::vector<double> h = nodes(8, 1.2, 6);
  const lapscale::DegreeTable table = sketched(index, h, tests::infinity, Runtime());
  REQUIRE(difference(at_nodes(table), direct(index, h, tests::infinity, Runtime())) < 1e-4);
}

TEST_CASE("sketched degrees are as good as the bound of a sketch says", "[degrees]") {
  const PointIndex index(tests::uniform_cube(400, 2, 7).view(), Runtime());
  const std::vector<double> h = nodes(0.05, 1.2, 15);
  const auto table = sketched(index, h, tests::infinity, Runtime());
  const std::vector<double> found = at_nodes(table);
  const std::vector<double> exact = dense_degrees(index, h, tests::infinity);
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::points_of(index));
  double worst = 0;
  for (std::size_t i = 0; i < 400; i += 7) {
    lapscale::DistanceSketch sketch(lapscale::bins_for(h.front(), h.back(), tests::infinity));
    sketch.add({sq_dist.data() + 400 * i, 400});
    for (std::size_t g = 0; g < h.size(); ++g) {
      const double stored = 1e-6 * exact[400 * g + i];
      const double error = std::abs(found[400 * g + i] - exact[400 * g + i]);
      worst = std::max(worst, error / (tests::error_bound(sketch, h[g]) + stored));
    }
  }
  REQUIRE(worst <= 1);
}

TEST_CASE("between the nodes interpolated degrees are as good as at them", "[degrees]") {
  const PointIndex index(tests::sphere(500, 8).view(), Runtime());
  const std::vector<double> h = nodes(0.03, 1.1, 40);
  const auto table = sketched(index, h, 3.72, Runtime());
  double worst = 0;
  for (double between = 0.031; between < h.back(); between *= 1.23) {
    std::vector<double> degree(500);
    table.powers(between, 1, degree.data());
    const std::vector<double> one = {between};
    worst = std::max(worst, difference(degree, direct(index, one, 3.72, Runtime())));
  }
  REQUIRE(worst < 1e-4);
}

TEST_CASE("degrees have the same bits on any executor", "[degrees][threads]") {
  const PointIndex index(tests::uniform_cube(900, 3, 9).view(), Runtime());
  const std::vector<double> h = nodes(0.05, 1.3, 9);
  const std::vector<double> exact = direct(index, h, 3.72, Runtime());
  const std::vector<double> table = at_nodes(sketched(index, h, 3.72, Runtime()));
  for (const lapscale::Executor& executor :
       {lapscale::Executor(tests::backwards), lapscale::Executor(tests::Threads(2)),
        lapscale::Executor(tests::Threads(4))}) {
    const Runtime runtime = tests::on(executor);
    REQUIRE(direct(index, h, 3.72, runtime) == exact);
    REQUIRE(at_nodes(sketched(index, h, 3.72, runtime)) == table);
  }
}

TEST_CASE("the leaves near some points hold everybody within reach of them", "[degrees]") {
  const PointIndex index(tests::uniform_cube(900, 2, 11).view(), Runtime());
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::points_of(index));
  const std::vector<std::size_t> position = {3, 444, 890};
  for (const double reach : {0.0, 0.05, 0.3, 10.0}) {
    const std::vector<std::size_t> leaves =
        lapscale::leaves_near(index, index, position, reach, Runtime());
    const lapscale::Executor threads(tests::Threads(3));
    REQUIRE(leaves == lapscale::leaves_near(index, index, position, reach, tests::on(threads)));
    REQUIRE(std::is_sorted(leaves.begin(), leaves.end()));
    REQUIRE(std::adjacent_find(leaves.begin(), leaves.end()) == leaves.end());
    bool all = true;
    for (const std::size_t i : position) {
      for (std::size_t j = 0; j < 900; ++j) {
        const bool within =
            sq_dist(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) <= reach * reach;
        const std::size_t leaf = j / lapscale::leaf_size;
        all = all && (!within || std::binary_search(leaves.begin(), leaves.end(), leaf));
      }
    }
    REQUIRE(all);
    REQUIRE((reach > 0.3) == (leaves.size() == index.tree().n_leaves()));
  }
}

TEST_CASE("degrees of some leaves are those of all, and 0 elsewhere", "[degrees]") {
  const PointIndex index(tests::uniform_cube(500, 2, 12).view(), Runtime());
  const std::vector<double> h = nodes(0.05, 1.2, 8);
  const std::vector<std::size_t> leaves = {2, 7, 15};
  const std::vector<double> exact = direct(index, h, 3.72, Runtime());
  const std::vector<double> table = at_nodes(sketched(index, h, 3.72, Runtime()));
  const std::vector<double> some = lapscale::direct_degrees(index, leaves, h, 3.72, Runtime());
  const std::vector<double> sketch =
      at_nodes(lapscale::sketched_degrees(index, leaves, h, 3.72, Runtime()));
  for (std::size_t at = 0; at < exact.size(); ++at) {
    const std::size_t leaf = at % 500 / lapscale::leaf_size;
    const bool wanted = std::binary_search(leaves.begin(), leaves.end(), leaf);
    REQUIRE(some[at] == (wanted ? exact[at] : 0));
    REQUIRE(sketch[at] == (wanted ? table[at] : 1));
  }
}

TEST_CASE("duplicates count as often as they come", "[degrees]") {
  const Points once = tests::uniform_cube(80, 2, 10);
  const PointIndex index(once.view(), Runtime());
  const PointIndex thrice(tests::repeated(once, 3).view(), Runtime());
  const std::vector<double> h = {0.01, 0.3};
  const std::vector<double> one = direct(index, h, 3.72, Runtime());
  const std::vector<double> three = direct(thrice, h, 3.72, Runtime());
  double worst = 0;
  for (std::size_t g = 0; g < 2; ++g) {
    for (std::size_t row = 0; row < 240; ++row) {
      const double a = one[80 * g + index.position_of(row % 80)];
      const double b = three[240 * g + thrice.position_of(row)];
      worst = std::max(worst, std::abs(b / (3 * a) - 1));
    }
  }
  REQUIRE(worst < 1e-13);
}
