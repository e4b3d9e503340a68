#include "lapscale/learn/regularizer.hpp"

#include <catch.h>

#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::Regularizer;
using lapscale::Runtime;

TEST_CASE("a regularizer acts as its matrix, and on eigenvalues", "[regularizer]") {
  const Eigen::MatrixXd walk = tests::normalized(
      tests::heat_matrix(tests::sq_distances(tests::uniform_cube(60, 2, 1)), 0.3, 20));
  const Runtime runtime;
  const lapscale::SymmetricOperator s = lapscale::dense_operator(walk.data(), 60, runtime);
  const lapscale::BlockOperator block{
      60, [&](const Eigen::MatrixXd& in) -> Eigen::MatrixXd { return walk * in; }};
  const Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(60, -1, 1);
  const Eigen::MatrixXd m = Eigen::MatrixXd::Identity(60, 60) - walk;
  const Regularizer third{3, 0};
  REQUIRE((third.apply(s, v) - m * (m * (m * v))).norm() < 1e-13);
  for (const double t : {0.2, 1.0, 8.0}) {
    const Eigen::VectorXd exact = (t * m).exp() * v - v;
    const Regularizer diffusion{1, t};
    REQUIRE((diffusion.apply(s, v) - exact).norm() < 1e-12 * exact.norm());
    // Columns together.
    Eigen::MatrixXd two(60, 2);
    two << v, v.reverse();
    const Eigen::MatrixXd images = diffusion.apply(block, two);
    REQUIRE((images.col(0) - exact).norm() < 1e-12 * exact.norm());
    REQUIRE((images.col(1) - diffusion.apply(s, two.col(1))).norm() < 1e-12 * exact.norm());
  }
  const Regularizer second{2, 0};
  REQUIRE(second(0.5) == 0.25);
  REQUIRE(Regularizer()(0.5) == 0.5);
  REQUIRE(Regularizer{2}(0.5) == 0.25);
  const Regularizer two_steps{1, 2};
  REQUIRE(std::abs(two_steps(0.5) - (std::exp(1.0) - 1)) < 1e-15);
}
