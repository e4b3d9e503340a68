#include "lapscale/embed/embedding_metric.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"

using lapscale::Runtime;

namespace {

// A walk on five points and their places in two dimensions.
struct Setting {
  Eigen::MatrixXd walk = Eigen::MatrixXd::Constant(5, 5, 0.2);
  Eigen::MatrixXd f{2, 5};
  Setting() { f << 0, 1, 2, 0.5, -1, 0, 0.3, 1, -1, 2; }
};

}  // namespace

TEST_CASE("cometric, metric and stretch are the plain formulas", "[embedding_metric]") {
  const Setting setting;
  const tests::Graph graph = tests::graph_of(setting.walk);
  const std::vector<double> scale = {3, 1, 0.5, 3, 7};
  const lapscale::EmbeddingMetric found =
      lapscale::embedding_metric(graph.view(), setting.f, scale, 2, Runtime());
  for (Eigen::Index i = 0; i < 5; ++i) {
    const Eigen::MatrixXd step = setting.f.colwise() - setting.f.col(i);
    const Eigen::MatrixXd h = scale[static_cast<std::size_t>(i)] * 0.2 * step * step.transpose();
    const Eigen::MatrixXd g = h.inverse();
    for (Eigen::Index a = 0; a < 4; ++a) {
      const auto at = static_cast<std::size_t>(a * 5 + i);
      REQUIRE(found.cometric[at] == Approx(h.data()[a]));
      REQUIRE(found.metric[at] == Approx(g.data()[a]));
    }
    const auto row = static_cast<std::size_t>(i);
    const double product = found.stretch[row] * found.stretch[5 + row];
    REQUIRE(product * product == Approx(h.determinant()));
  }
}

TEST_CASE("a metric of rank 1, and none where nothing moves", "[embedding_metric]") {
  const Setting setting;
  const tests::Graph graph = tests::graph_of(setting.walk);
  const std::vector<double> ones(5, 1.0);
  const lapscale::EmbeddingMetric one =
      lapscale::embedding_metric(graph.view(), setting.f, ones, 1, Runtime());
  for (std::size_t i = 0; i < 5; ++i) {
    const double determinant =
        one.metric[i] * one.metric[15 + i] - one.metric[5 + i] * one.metric[10 + i];
    REQUIRE(determinant == Approx(0).margin(1e-12));
  }
  const Eigen::MatrixXd still = Eigen::MatrixXd::Zero(2, 5);
  for (const double g : lapscale::embedding_metric(graph.view(), still, ones, 2, Runtime()).metric) {
    REQUIRE_FALSE(g > 0);
  }
}

TEST_CASE("edges are as long as the metric says, the same both ways", "[embedding_metric]") {
  const Setting setting;
  const tests::Graph graph = tests::graph_of(setting.walk);
  std::vector<double> metric(20, 0.0);
  for (std::size_t i = 0; i < 5; ++i) {
    metric[i] = 4;
    metric[15 + i] = 9;
  }
  const std::vector<double> length =
      lapscale::metric_lengths(graph.view(), setting.f, metric, Runtime());
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      const Eigen::VectorXd step =
          setting.f.col(static_cast<Eigen::Index>(i)) - setting.f.col(static_cast<Eigen::Index>(j));
      const double want = std::hypot(2 * step[0], 3 * step[1]);
      REQUIRE(length[i * 5 + j] == Approx(want));
    }
  }
}
