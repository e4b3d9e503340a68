#include "lapscale/linalg/matrix_product.hpp"

#include <catch.h>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

TEST_CASE("a cross product is A'B", "[matrix_product][threads]") {
  tests::Draw draw(2);
  for (const Eigen::Index m : {1, 1024, 1500}) {
    const Eigen::MatrixXd a =
        Eigen::MatrixXd::NullaryExpr(m, 131, [&](Eigen::Index) { return draw.normal(); });
    const Eigen::MatrixXd b =
        Eigen::MatrixXd::NullaryExpr(m, 6, [&](Eigen::Index) { return draw.normal(); });
    const Eigen::MatrixXd exact = a.transpose() * b;
    const Eigen::MatrixXd found = lapscale::cross_product(a, b, Runtime());
    REQUIRE((found - exact).cwiseAbs().maxCoeff() < 1e-12 * exact.cwiseAbs().maxCoeff());
    REQUIRE(lapscale::cross_product(a, b, tests::on(tests::Threads(3))) == found);
  }
}

TEST_CASE("a product is added, whatever the shape", "[matrix_product][threads]") {
  tests::Draw draw(1);
  const auto matrix = [&](Eigen::Index rows, Eigen::Index columns) {
    return Eigen::MatrixXd(
        Eigen::MatrixXd::NullaryExpr(rows, columns, [&](Eigen::Index) { return draw.normal(); }));
  };
  for (const Eigen::Index m : {1, 3, 127, 129, 300}) {
    for (const Eigen::Index r : {0, 1, 64, 257}) {
      for (const Eigen::Index p : {1, 5, 64}) {
        const Eigen::MatrixXd a = matrix(m, r);
        const Eigen::MatrixXd b = matrix(r, p);
        const Eigen::MatrixXd before = matrix(m, p);
        const Eigen::MatrixXd exact = before - 2 * (a * b);
        Eigen::MatrixXd found = before;
        lapscale::add_product(a, b, -2, found, Runtime());
        REQUIRE((found - exact).cwiseAbs().maxCoeff() < 1e-12 * (1 + exact.cwiseAbs().maxCoeff()));
        Eigen::MatrixXd threaded = before;
        lapscale::add_product(a, b, -2, threaded, tests::on(tests::Threads(3)));
        REQUIRE(threaded == found);
      }
    }
  }
}
