#include "lapscale/learn/deformed_kernel.hpp"

#include <catch.h>

#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::DeformedKernel;
using lapscale::Runtime;

TEST_CASE("the deformed kernel is (a / K + b L)^-1 at the labels", "[deformed_kernel][threads]") {
  // Points on a line far enough apart that K has an inverse.
  const Eigen::MatrixXd kernel =
      tests::heat_matrix(tests::sq_distances(tests::circle(150)), 0.02, tests::infinity);
  Eigen::MatrixXd weights = kernel;
  weights.diagonal().setZero();
  const Eigen::VectorXd degree = weights.rowwise().sum();
  const Eigen::MatrixXd laplacian = Eigen::MatrixXd(degree.asDiagonal()) - weights;
  const std::vector<std::size_t> labelled = {3, 77, 149};
  for (const double manifold : {0.0, 5.0}) {
    const DeformedKernel found =
        lapscale::deformed_kernel(kernel, laplacian * kernel, labelled, 0.3, manifold, Runtime());
    const Eigen::MatrixXd whole = (0.3 * kernel.inverse() + manifold * laplacian).inverse();
    for (Eigen::Index j = 0; j < 3; ++j) {
      const auto at = static_cast<Eigen::Index>(labelled[static_cast<std::size_t>(j)]);
      REQUIRE((kernel * found.coefficients.col(j) - whole.col(at)).norm() <
              1e-10 * whole.col(at).norm());
      REQUIRE(std::abs(found.gram(j, 0) - whole(at, 3)) < 1e-10);
    }
    REQUIRE(found.gram == found.gram.transpose());
    const DeformedKernel threaded = lapscale::deformed_kernel(
        kernel, laplacian * kernel, labelled, 0.3, manifold, tests::on(tests::Threads(3)));
    REQUIRE(threaded.coefficients == found.coefficients);
    REQUIRE(threaded.gram == found.gram);
  }
}
