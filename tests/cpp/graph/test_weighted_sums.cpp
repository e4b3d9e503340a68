#include "lapscale/graph/weighted_sums.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

TEST_CASE("sums over points at queries elsewhere are those by hand", "[weighted_sums]") {
  const Points points = tests::uniform_cube(150, 3, 1);
  const Points queries = tests::uniform_cube(70, 3, 2);
  const lapscale::PointFrame frame{std::vector<double>(3, 0.0)};
  const PointIndex index(frame, points.view(), Runtime());
  const PointIndex at(frame, queries.view(), Runtime());
  const auto value = [](std::size_t row, std::size_t c) {
    return std::cos(static_cast<double>(row * (c + 1)));
  };
  for (const std::size_t count : {1U, 4U, 7U}) {
    Runtime threaded;
    threaded.executor = tests::Threads(2);
    std::vector<double> sum(queries.n * count);
    lapscale::WeightedSums(index, at, {0.09, 4})
        .run(count, value, threaded,
             [&](std::size_t row, std::size_t c, double s) { sum[row * count + c] = s; });
    for (std::size_t q = 0; q < queries.n; ++q) {
      for (std::size_t c = 0; c < count; ++c) {
        double expected = 0;
        for (std::size_t i = 0; i < points.n; ++i) {
          double sq = 0;
          for (std::size_t k = 0; k < 3; ++k) sq += std::pow(points.at(i, k) - queries.at(q, k), 2);
          if (sq / 0.09 <= 4) expected += std::exp(-sq / 0.09) * value(i, c);
        }
        REQUIRE(sum[q * count + c] == Approx(expected).epsilon(1e-12).margin(1e-13));
      }
    }
  }
}
