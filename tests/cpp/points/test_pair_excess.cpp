#include "lapscale/points/pair_excess.hpp"

#include <catch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

using lapscale::PairExcess;

TEST_CASE("a part of what few pairs exceed by is that of the dense matrix", "[pair_excess]") {
  const double dense[4][4] = {{2, 0, 5, 0}, {0, 0, 0, 1}, {5, 0, 3, 7}, {0, 1, 7, 0}};
  std::vector<std::vector<PairExcess::Entry>> rows(4);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if (dense[i][j] > 0) rows[i].push_back({static_cast<std::uint32_t>(j), dense[i][j]});
    }
  }
  const PairExcess whole(rows);
  REQUIRE(whole.n_entries() == 8);
  for (const std::vector<std::size_t>& from :
       {std::vector<std::size_t>{3, 0, 2, 1}, {2, 3}, {1}, {}}) {
    const PairExcess part = whole.part(from);
    REQUIRE(part.size() == from.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
      std::vector<double> row(from.size(), 0.0);
      for (const PairExcess::Entry& e : part.of(k)) row[e.other] += e.value;
      for (std::size_t l = 0; l < from.size(); ++l) REQUIRE(row[l] == dense[from[k]][from[l]]);
    }
  }
}
