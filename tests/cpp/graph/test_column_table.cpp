#include "lapscale/graph/column_table.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/runtime/runtime.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::ColumnTable;
using lapscale::LeaveOutWeights;

TEST_CASE("weights without a group are those of the other columns", "[column_table]") {
  const tests::Points points = tests::normal_cloud(90, 7, 1);
  const std::vector<double> mass(points.n, 1.0);
  const std::vector<std::size_t> group{0, 1, 4, 5, 7};
  const ColumnTable table(points.view(), points.view(), mass, group);
  for (const lapscale::SimdLevel level : tests::levels()) {
    LeaveOutWeights weights(table, lapscale::simd_kernels(level));
    for (const std::size_t from : {std::size_t{0}, ColumnTable::tile}) {
      // All groups are left out in turn, or the two in the middle, or the last one.
      for (const auto& range :
           std::vector<std::pair<std::size_t, std::size_t>>{{0, 4}, {1, 3}, {3, 4}}) {
        const std::size_t first = range.first;
        const std::size_t last = range.second;
        std::size_t n_groups = 0;
        weights.run(5, table.scaled(0) + from, table.stride(), first, last,
                    [&](std::size_t g, const double* weight) {
                      ++n_groups;
                      REQUIRE((g >= first && g < last));
                      for (std::size_t j = 0; j < ColumnTable::tile; ++j) {
                        if (from + j >= points.n) {
                          REQUIRE(weight[j] == 0);
                          continue;
                        }
                        double sq = 0;
                        for (std::size_t c = 0; c < points.dim; ++c) {
                          if (c >= group[g] && c < group[g + 1]) continue;
                          sq += std::pow(points.at(5, c) - points.at(from + j, c), 2);
                        }
                        REQUIRE(weight[j] == Approx(std::exp(-sq)).epsilon(1e-13));
                      }
                    });
        REQUIRE(n_groups == last - first);
      }
    }
  }
}

TEST_CASE("a column that outweighs all others leaves nothing behind", "[column_table]") {
  tests::Points points = tests::normal_cloud(30, 3, 2);
  for (std::size_t i = 0; i < points.n; ++i) points.at(i, 1) *= 1e12;
  const std::vector<double> mass(points.n, 1.0);
  const ColumnTable table(points.view(), points.view(), mass, {0, 1, 2, 3});
  LeaveOutWeights weights(table, lapscale::Runtime().kernels());
  weights.run(0, table.scaled(0), table.stride(), 1, 2, [&](std::size_t, const double* weight) {
    for (std::size_t j = 0; j < points.n; ++j) {
      const double sq = std::pow(points.at(0, 0) - points.at(j, 0), 2) +
                        std::pow(points.at(0, 2) - points.at(j, 2), 2);
      REQUIRE(weight[j] == Approx(std::exp(-sq)).epsilon(1e-13));
    }
  });
}
