#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/runtime/simd_kernels.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

TEST_CASE("rows of a table are combined as by hand, at every level", "[simd_sparse]") {
  constexpr std::size_t rows = 21;
  tests::Draw draw(1);
  for (const std::size_t columns : {8U, 16U, 24U}) {
    std::vector<double> x(rows * columns);
    for (double& entry : x) entry = draw.uniform(-1, 1);
    for (const std::size_t n : {0U, 1U, 3U, 4U, 17U}) {
      std::vector<double> value(n);
      std::vector<int> row(n);
      for (std::size_t e = 0; e < n; ++e) {
        value[e] = draw.uniform(-1, 1);
        row[e] = static_cast<int>((5 * e + 3) % rows);
      }
      for (const lapscale::SimdLevel level : tests::levels()) {
        std::vector<double> y(columns, 7.0);
        lapscale::simd_kernels(level).combine_rows(value.data(), row.data(), n, x.data(), columns,
                                                   y.data());
        for (std::size_t c = 0; c < columns; ++c) {
          long double exact = 0;
          for (std::size_t e = 0; e < n; ++e) {
            exact += static_cast<long double>(value[e]) *
                     x[static_cast<std::size_t>(row[e]) * columns + c];
          }
          CHECK(std::abs(static_cast<long double>(y[c]) - exact) < 1e-14L);
        }
      }
    }
  }
}
