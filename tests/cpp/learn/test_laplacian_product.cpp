#include "lapscale/learn/laplacian_product.hpp"

#include <catch.h>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

TEST_CASE("three kinds of weights have the product with their Laplacian",
          "[laplacian_product][threads]") {
  for (const std::size_t u : {1U, 5U, 128U, 301U}) {
    const auto size = static_cast<Eigen::Index>(u);
    const Eigen::MatrixXd kernel =
        tests::heat_matrix(tests::sq_distances(tests::circle(u)), 0.3, tests::infinity);
    const Eigen::VectorXd factor = Eigen::VectorXd::LinSpaced(size, 0.5, 2);
    Eigen::MatrixXd weights = factor.asDiagonal() * kernel * factor.asDiagonal();
    weights.diagonal().setZero();
    const Eigen::VectorXd degree = weights.rowwise().sum();
    const Eigen::MatrixXd exact = (Eigen::MatrixXd(degree.asDiagonal()) - weights) * kernel;
    const double allowed = 1e-13 * static_cast<double>(u) * (1 + exact.cwiseAbs().maxCoeff());
    const tests::Graph graph = tests::graph_of(weights);
    const Runtime threads = tests::on(tests::Threads(3));

    const Eigen::MatrixXd dense = lapscale::laplacian_product(weights, degree, kernel, Runtime());
    REQUIRE((dense - exact).cwiseAbs().maxCoeff() < allowed);
    REQUIRE(lapscale::laplacian_product(weights, degree, kernel, threads) == dense);

    const Eigen::MatrixXd sparse =
        lapscale::laplacian_product(graph.view(), degree, kernel, Runtime());
    REQUIRE((sparse - exact).cwiseAbs().maxCoeff() < allowed);
    REQUIRE(lapscale::laplacian_product(graph.view(), degree, kernel, threads) == sparse);

    const Eigen::MatrixXd own = lapscale::own_laplacian_product(factor, degree, kernel, Runtime());
    REQUIRE((own - exact).cwiseAbs().maxCoeff() < allowed);
    REQUIRE(lapscale::own_laplacian_product(factor, degree, kernel, threads) == own);
  }
}
