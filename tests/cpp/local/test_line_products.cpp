#include "lapscale/local/line_products.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

TEST_CASE("the products of lines are those of the matrix", "[line_products]") {
  lapscale::LineProducts lines;  // used again for another size, larger and smaller
  for (const std::size_t n : {5U, 1U, 37U, 8U}) {
    for (const std::size_t length : {1U, 16U, 700U}) {
      const tests::Points x = tests::uniform_cube(n, length, 3);
      const Eigen::Map<const Eigen::MatrixXd> matrix(x.x.data(), static_cast<Eigen::Index>(length),
                                                     static_cast<Eigen::Index>(n));
      const Eigen::MatrixXd expected = matrix.transpose() * matrix;
      for (const lapscale::SimdLevel level : tests::levels()) {
        lines.resize(n, length);
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t k = 0; k < length; ++k) lines.line(i)[k] = x.at(i, k);
        }
        const Eigen::MatrixXd found = lines.lower(lapscale::simd_kernels(level));
        const Eigen::MatrixXd away =
            (found - expected).triangularView<Eigen::Lower>().toDenseMatrix();
        REQUIRE(away.cwiseAbs().maxCoeff() < 1e-12 * static_cast<double>(length));
      }
    }
  }
}
