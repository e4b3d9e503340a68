#include "lapscale/embed/barycentric_weights.hpp"

#include <catch.h>

#include "support/manifolds.hpp"

TEST_CASE("weights solve the regularised normal equations and sum to 1", "[barycentric_weights]") {
  tests::Draw draw(1);
  for (const Eigen::Index k : {2, 5, 12}) {
    Eigen::MatrixXd difference(3, k);
    for (Eigen::Index i = 0; i < difference.size(); ++i) difference.data()[i] = draw.normal();
    const double ridge = 1e-3;
    const Eigen::VectorXd w = lapscale::barycentric_weights(difference, ridge);
    REQUIRE(w.sum() == Approx(1));
    const Eigen::MatrixXd gram = difference.transpose() * difference;
    const Eigen::VectorXd image = gram * w + ridge * gram.trace() * w;
    for (Eigen::Index i = 0; i < k; ++i) REQUIRE(image[i] == Approx(image[0]).epsilon(1e-9));
    // The scale of the differences does not matter.
    for (const double scale : {8.0, 1.0 / 1024}) {
      const Eigen::VectorXd scaled = lapscale::barycentric_weights(scale * difference, ridge);
      REQUIRE((scaled - w).norm() < 1e-12);
    }
  }
}

TEST_CASE("neighbours that coincide with the point weigh the same", "[barycentric_weights]") {
  const Eigen::VectorXd w = lapscale::barycentric_weights(Eigen::MatrixXd::Zero(3, 4), 1e-3);
  for (Eigen::Index i = 0; i < 4; ++i) REQUIRE(w[i] == Approx(0.25));
}
