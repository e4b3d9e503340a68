#include "lapscale/linalg/dense_block_operator.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>

#include "support/threads.hpp"

TEST_CASE("products of a dense matrix with a block are Eigen's", "[dense_block_operator]") {
  for (const Eigen::Index n : {4, 7, 31, 64, 601}) {
    Eigen::MatrixXd m = Eigen::MatrixXd::NullaryExpr(n, n, [](Eigen::Index i, Eigen::Index j) {
      return std::cos(static_cast<double>(i * j + 1));
    });
    m = (m + m.transpose()).eval();
    const lapscale::DenseBlockProduct product(m.data(), static_cast<std::size_t>(n));
    for (const Eigen::Index count : {1, 4, 18}) {
      const Eigen::MatrixXd in = Eigen::MatrixXd::NullaryExpr(
          n, count,
          [](Eigen::Index i, Eigen::Index j) { return std::sin(static_cast<double>(i + 3 * j)); });
      const Eigen::MatrixXd expected = m * in;
      const Eigen::MatrixXd out = product.times(in, lapscale::Runtime());
      CHECK((out - expected).norm() <= 1e-13 * (1 + expected.norm()));
      lapscale::Runtime threaded;
      threaded.executor = tests::Threads(3);
      CHECK(product.as_operator(threaded).times(in) == out);
    }
  }
}
