#include "lapscale/points/panel_matrix.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "lapscale/runtime/runtime.hpp"
#include "support/manifolds.hpp"

using lapscale::block_width;
using lapscale::padded;
using lapscale::PanelMatrix;

TEST_CASE("products with a paneled matrix are its products", "[panel_matrix]") {
  // More columns than stay in the cache at a time, and rows that fill no panel.
  for (const std::size_t columns : {1u, 30u, 2100u}) {
    constexpr std::size_t rows = 21;
    constexpr std::size_t n_blocks = 2;
    tests::Draw draw(columns);
    std::vector<double> a(rows * columns);
    for (double& v : a) v = draw.normal();
    std::vector<double> x(n_blocks * block_width * columns);
    for (double& v : x) v = draw.normal();
    PanelMatrix matrix;
    matrix.assign(rows, columns, [&](std::size_t i, std::size_t k) { return a[i * columns + k]; });
    REQUIRE(matrix.rows() == rows);
    std::vector<double> y(n_blocks * block_width * padded(rows), -1);
    matrix.multiply(lapscale::Runtime().kernels(), x.data(), n_blocks, -0.5, y.data());
    for (std::size_t c = 0; c < n_blocks * block_width; ++c) {
      for (std::size_t i = 0; i < padded(rows); ++i) {
        double sum = 0;
        for (std::size_t k = 0; i < rows && k < columns; ++k) {
          sum -= a[i * columns + k] / 2 *
                 x[(c / block_width * columns + k) * block_width + c % block_width];
        }
        REQUIRE(y[c * padded(rows) + i] == Approx(sum).margin(1e-11));
      }
    }
  }
}

TEST_CASE("panels of somebody else serve as they are", "[panel_matrix]") {
  std::vector<double> panels(3 * lapscale::panel_width, 0.0);
  for (std::size_t k = 0; k < 3; ++k) panels[k * lapscale::panel_width + 1] = double(k + 1);
  PanelMatrix matrix;
  matrix.borrow(2, 3, panels.data());
  const std::vector<double> x(3 * block_width, 1);
  std::vector<double> y(block_width * padded(2));
  matrix.multiply(lapscale::Runtime().kernels(), x.data(), 1, 1, y.data());
  REQUIRE(y[0] == 0);
  REQUIRE(y[1] == 6);
}
