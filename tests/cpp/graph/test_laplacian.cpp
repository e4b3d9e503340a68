#include "lapscale/graph/laplacian.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

namespace {

// A truncated heat-kernel graph of random points.
Eigen::MatrixXd heat_weights(std::size_t n) {
  return tests::heat_matrix(tests::sq_distances(tests::uniform_cube(n, 2, 1)), 0.1, 2);
}

// diag(s) W diag(s) from the core, dense.
Eigen::MatrixXd scaled(const tests::Graph& graph, const std::vector<double>& factor,
                       const Runtime& runtime) {
  tests::Graph result = graph;
  lapscale::scale_both_sides(graph.view(), factor, runtime, result.value);
  const auto n = static_cast<Eigen::Index>(graph.view().size());
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (int e = result.begin[static_cast<std::size_t>(i)];
         e < result.begin[static_cast<std::size_t>(i) + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      dense(i, result.column[at]) = result.value[at];
    }
  }
  return dense;
}

}  // namespace

TEST_CASE("row sums are the degrees", "[laplacian][threads]") {
  const Eigen::MatrixXd w = heat_weights(1500);
  const tests::Graph graph = tests::graph_of(w);
  const Eigen::VectorXd exact = w.rowwise().sum();
  const std::vector<double> serial = lapscale::row_sums(graph.view(), Runtime());
  for (std::size_t i = 0; i < serial.size(); ++i) {
    REQUIRE(std::abs(serial[i] / exact[static_cast<Eigen::Index>(i)] - 1) < 1e-14);
  }
  REQUIRE(lapscale::row_sums(graph.view(), tests::on(tests::Threads(3))) == serial);
}

TEST_CASE("scaling factors are degree^-power, 0 for a point without edges", "[laplacian]") {
  const std::vector<double> factor = lapscale::scaling({4, 0, 0.25}, 0.5);
  REQUIRE(factor == (std::vector<double>{0.5, 0, 2}));
  REQUIRE(lapscale::scaling({3, 0}, 0)[0] == 1);
}

TEST_CASE("scaling both sides is symmetric to the bit", "[laplacian]") {
  const Eigen::MatrixXd w = heat_weights(300);
  const tests::Graph graph = tests::graph_of(w);
  const std::vector<double> degree = lapscale::row_sums(graph.view(), Runtime());
  for (const double power : {0.5, 1.0}) {
    const std::vector<double> factor = lapscale::scaling(degree, power);
    const Eigen::Map<const Eigen::VectorXd> s(factor.data(), 300);
    const Eigen::MatrixXd found = scaled(graph, factor, Runtime());
    const Eigen::MatrixXd exact = s.asDiagonal() * w * s.asDiagonal();
    REQUIRE(found == found.transpose());
    REQUIRE((found - exact).cwiseAbs().maxCoeff() < 1e-15);
    REQUIRE(scaled(graph, factor, tests::on(tests::backwards)) == found);
  }
}

// D^-1/2 W D^-1/2 keeps sqrt(t): the constant of the random walk.
TEST_CASE("the normalized graph keeps the root of the degrees", "[laplacian]") {
  const Eigen::MatrixXd w = heat_weights(200);
  const tests::Graph graph = tests::graph_of(w);
  const Eigen::MatrixXd p =
      scaled(graph, lapscale::scaling(lapscale::row_sums(graph.view(), Runtime()), 0.5), Runtime());
  const Eigen::VectorXd root = w.rowwise().sum().cwiseSqrt();
  REQUIRE((p * root - root).norm() < 1e-13 * root.norm());
  REQUIRE(tests::dense_spectrum(p)[0] < 1 + 1e-13);
}

TEST_CASE("a dense matrix is scaled as a sparse one", "[laplacian][threads]") {
  const Eigen::MatrixXd w = heat_weights(300);
  const tests::Graph graph = tests::graph_of(w);
  const std::vector<double> factor =
      lapscale::scaling(lapscale::row_sums(graph.view(), Runtime()), 1);
  const Eigen::MatrixXd sparse = scaled(graph, factor, Runtime());
  Eigen::MatrixXd dense(300, 300);
  lapscale::scale_both_sides(w.data(), factor, tests::on(tests::Threads(3)), dense.data());
  REQUIRE(dense == sparse);
}
