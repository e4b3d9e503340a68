#include "lapscale/local/line_products.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/runtime/eigen.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::PackedLower;

TEST_CASE("the products of lines are those of the matrix", "[line_products]") {
  lapscale::LineProducts lines;  // used again for another size, larger and smaller
  for (const std::size_t n : {5U, 1U, 37U, 8U}) {
    for (const std::size_t length : {1U, 16U, 700U}) {
      const tests::Points x = tests::uniform_cube(n, length, 3);
      const Eigen::Map<const Eigen::MatrixXd> matrix(x.x.data(), static_cast<Eigen::Index>(length),
                                                     static_cast<Eigen::Index>(n));
      const std::size_t columns = lapscale::padded(n);
      std::vector<double> weight(lapscale::block_width * length);
      for (std::size_t j = 0; j < weight.size(); ++j) weight[j] = static_cast<double>(j % 7);
      const std::size_t ended = length < 700 ? length : 200;
      std::fill(weight.begin() + static_cast<std::ptrdiff_t>(ended),
                weight.begin() + static_cast<std::ptrdiff_t>(length), 0.0);
      const Eigen::Map<const Eigen::MatrixXd> weights(weight.data(), matrix.rows(), 4);
      const Eigen::MatrixXd expected = matrix.transpose() * weights.col(0).asDiagonal() * matrix;
      const Eigen::MatrixXd sums = matrix.transpose() * weights;
      const double allowed = 1e-11 * static_cast<double>(length);
      for (const lapscale::SimdLevel level : tests::levels()) {
        const lapscale::SimdKernels kernels = lapscale::simd_kernels(level);
        lines.assign(n, length, [&](std::size_t i, std::size_t j) { return x.at(i, j); });
        std::vector<double> found(PackedLower(n).size());
        // Weights that end before the length, as told.
        lines.lower(kernels, weight.data(), ended, found.data());
        std::vector<double> sum(lapscale::block_width * columns);
        lines.sums(kernels, weight.data(), length, sum.data());
        for (std::size_t i = 0; i < n; ++i) {
          const auto line = static_cast<Eigen::Index>(i);
          for (std::size_t k = 0; k < std::min(n, PackedLower::row_length(i)); ++k) {
            const double away =
                found[PackedLower::row(i) + k] - expected(line, static_cast<Eigen::Index>(k));
            REQUIRE(std::abs(away) < allowed);
          }
          for (std::size_t q = 0; q < lapscale::block_width; ++q) {
            REQUIRE(std::abs(sum[q * columns + i] - sums(line, static_cast<Eigen::Index>(q))) <
                    allowed);
          }
        }
      }
    }
  }
}
