#include "lapscale/graph/dense_graph.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;

namespace {

// Bandwidth 0.2 + row / 1000: by row here, by position for the core.
double bandwidth(std::size_t row) {
  return 0.2 + static_cast<double>(row) / 1000;
}

std::vector<double> weights(const tests::Points& points, bool self_loops, const Runtime& runtime) {
  const PointIndex index(points.view(), runtime);
  std::vector<double> h(points.n);
  for (std::size_t i = 0; i < points.n; ++i) {
    h[i] = index.frame().to_unit(bandwidth(index.row_of(i)));
  }
  std::vector<double> out(points.n * points.n, -1.0);
  lapscale::dense_graph(index, h, self_loops, runtime, out);
  return out;
}

}  // namespace

TEST_CASE("every pair has its weight, a point and itself only with loops",
          "[dense_graph][threads]") {
  // In many columns distances come in several chunks, the last one past the end.
  for (const std::size_t dim : {3U, 200U}) {
    const tests::Points points = tests::uniform_cube(150, dim, 1);
    const Eigen::MatrixXd sq_dist = tests::sq_distances(points);
    for (const bool self_loops : {true, false}) {
      const std::vector<double> found = weights(points, self_loops, Runtime());
      for (std::size_t i = 0; i < 150; ++i) {
        for (std::size_t j = 0; j < 150; ++j) {
          const double exponent =
              sq_dist(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) /
              (bandwidth(i) * bandwidth(j));
          const double weight = i == j ? self_loops : std::exp(-exponent);
          REQUIRE(std::abs(found[j * 150 + i] - weight) < 1e-14);
          REQUIRE(found[j * 150 + i] == found[i * 150 + j]);
        }
      }
      REQUIRE(weights(points, self_loops, tests::on(tests::Threads(3))) == found);
      REQUIRE(weights(points, self_loops, tests::on(tests::backwards)) == found);
    }
  }
}
