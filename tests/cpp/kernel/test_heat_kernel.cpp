#include "lapscale/kernel/heat_kernel.hpp"

#include <catch.h>

#include <cmath>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;

TEST_CASE("the kernel matrix has the weight of every pair", "[heat_kernel][threads]") {
  const tests::Points points = tests::uniform_cube(130, 3, 1);
  const tests::Points queries = tests::uniform_cube(37, 3, 2);
  const auto kernel = [&](const Runtime& runtime) {
    const PointIndex index(points.view(), runtime);
    const PointIndex at(index.frame(), queries.view(), runtime);
    std::vector<double> out(37 * 130);
    lapscale::heat_kernel(index, at, index.frame().to_unit(0.4), runtime, out);
    return out;
  };
  const std::vector<double> found = kernel(Runtime());
  for (std::size_t j = 0; j < 130; ++j) {
    for (std::size_t i = 0; i < 37; ++i) {
      double s = 0;
      for (std::size_t k = 0; k < 3; ++k) s += std::pow(queries.at(i, k) - points.at(j, k), 2);
      REQUIRE(std::abs(found[j * 37 + i] - std::exp(-s / 0.16)) < 1e-14);
    }
  }
  REQUIRE(kernel(tests::on(tests::Threads(3))) == found);
}
