#include "lapscale/symmetric_product.hpp"

#include <catch.h>

#include "manifolds.hpp"
#include "threads.hpp"

using lapscale::Runtime;

TEST_CASE("the product is the product, whatever the shape", "[symmetric_product][threads]") {
  tests::Draw draw(1);
  for (const Eigen::Index n : {1, 3, 127, 129, 300}) {
    const Eigen::MatrixXd half =
        Eigen::MatrixXd::NullaryExpr(n, n, [&](Eigen::Index) { return draw.normal(); });
    const Eigen::MatrixXd a = half + half.transpose();
    for (const Eigen::Index m : {1, 5, 64}) {
      const Eigen::MatrixXd b =
          Eigen::MatrixXd::NullaryExpr(n, m, [&](Eigen::Index) { return draw.normal(); });
      const Eigen::MatrixXd exact = a * b;
      const Eigen::MatrixXd found = lapscale::symmetric_product(a, b, Runtime());
      REQUIRE((found - exact).cwiseAbs().maxCoeff() < 1e-12 * (1 + exact.cwiseAbs().maxCoeff()));
      REQUIRE(lapscale::symmetric_product(a, b, tests::on(tests::Threads(3))) == found);
    }
  }
}
