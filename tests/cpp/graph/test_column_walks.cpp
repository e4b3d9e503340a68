#include "lapscale/graph/column_walks.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::ColumnSums;
using lapscale::ColumnTable;
using lapscale::ColumnWalks;
using lapscale::Runtime;

namespace {

struct Sample {
  tests::Points scaled;
  tests::Points centred;
  std::vector<double> mass;
  std::vector<std::size_t> group;

  Sample(std::size_t n, std::size_t p, std::vector<std::size_t> groups)
      : scaled(tests::normal_cloud(n, p, 1)), centred(scaled), mass(n), group(std::move(groups)) {
    for (std::size_t i = 0; i < n; ++i) mass[i] = 0.5 + static_cast<double>(i % 4);
    for (std::size_t c = 0; c < p; ++c) {
      double mean = 0;
      for (std::size_t i = 0; i < n; ++i) mean += scaled.at(i, c) / static_cast<double>(n);
      for (std::size_t i = 0; i < n; ++i) centred.at(i, c) -= mean;
    }
  }

  ColumnTable table() const { return {scaled.view(), centred.view(), mass, group}; }

  std::size_t group_of(std::size_t c) const {
    std::size_t g = 0;
    while (group[g + 1] <= c) ++g;
    return g;
  }

  double weight(std::size_t i, std::size_t j, std::size_t g) const {
    double sq = 0;
    for (std::size_t c = 0; c < scaled.dim; ++c) {
      if (group_of(c) != g) sq += std::pow(scaled.at(i, c) - scaled.at(j, c), 2);
    }
    return mass[i] * mass[j] * std::exp(-sq);
  }
};

using Joined = std::function<bool(std::size_t i, std::size_t j, std::size_t g)>;

// Every sum by its definition.
ColumnSums by_hand(const Sample& sample, std::size_t n_permutations, std::uint64_t seed,
                   const Joined& joined) {
  const std::size_t n = sample.scaled.n;
  const std::size_t p = sample.scaled.dim;
  const lapscale::CounterRandom random(seed);
  ColumnSums sums(p, n_permutations);
  for (std::size_t c = 0; c < p; ++c) {
    const std::size_t g = sample.group_of(c);
    double total_mass = 0;
    double mean = 0;
    for (std::size_t i = 0; i < n; ++i) {
      total_mass += sample.mass[i];
      mean += sample.mass[i] * sample.centred.at(i, c);
    }
    mean /= total_mass;
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> a(n, 0.0);
      double degree = 0;
      double walk = 0;
      double square = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || !joined(i, j, g)) continue;
        a[j] = sample.weight(i, j, g);
        degree += a[j];
        square += a[j] * a[j];
        walk += a[j] * sample.centred.at(j, c);
        for (std::size_t b = 1; b <= n_permutations; ++b) {
          const auto row = lapscale::permuted_rows(n, random, b);
          sums.permuted[c * n_permutations + b - 1] +=
              sample.centred.at(row[i], c) * a[j] * sample.centred.at(row[j], c);
        }
      }
      const double z = sample.centred.at(i, c);
      const double rest = z - (degree > 0 ? walk / degree : mean);
      sums.total[c] += degree;
      sums.square[c] += square;
      sums.degree_square[c] += degree * degree;
      sums.product[c] += z * walk;
      sums.residual[c] += sample.mass[i] * rest * rest;
      sums.concentration[c] += degree > 0 ? sample.mass[i] * square / (degree * degree) : 0;
    }
  }
  return sums;
}

void require_near(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    REQUIRE(a[k] == Approx(b[k]).epsilon(1e-10).margin(1e-10));
  }
}

void require_near(const ColumnSums& a, const ColumnSums& b) {
  require_near(a.total, b.total);
  require_near(a.square, b.square);
  require_near(a.degree_square, b.degree_square);
  require_near(a.product, b.product);
  require_near(a.residual, b.residual);
  require_near(a.concentration, b.concentration);
  require_near(a.permuted, b.permuted);
}

void require_same(const ColumnSums& a, const ColumnSums& b) {
  REQUIRE(a.total == b.total);
  REQUIRE(a.product == b.product);
  REQUIRE(a.residual == b.residual);
  REQUIRE(a.permuted == b.permuted);
}

bool all_pairs(std::size_t, std::size_t, std::size_t) {
  return true;
}

}  // namespace

TEST_CASE("sums over all pairs are those by hand, on any number of threads", "[column_walks]") {
  // Fewer rows than a block, a part of a tile, several tiles.
  for (const std::size_t n : {5U, 37U, 150U}) {
    const Sample sample(n, 5, {0, 1, 3, 5});
    const ColumnTable table = sample.table();
    for (const std::size_t n_permutations : {0U, 3U, 6U}) {
      const ColumnWalks walks(table, n_permutations, 3);
      const ColumnSums sums = walks.all_pairs(Runtime());
      require_near(sums, by_hand(sample, n_permutations, 3, all_pairs));
      require_same(sums, walks.all_pairs(tests::on(tests::Threads(3))));
      require_same(sums, walks.all_pairs(tests::on(tests::backwards)));
    }
  }
}

TEST_CASE("sums over lists of neighbors are those by hand, for the groups of a fold",
          "[column_walks]") {
  const Sample sample(150, 5, {0, 1, 3, 5});
  const ColumnTable table = sample.table();
  // Row 7 has no neighbor, and rows have up to 110, which is more than a tile.
  const auto joined = [](std::size_t i, std::size_t j) {
    return i != 7 && j != 7 && i != j && (i + j) % 4 != 0;
  };
  std::vector<int> begin{0};
  std::vector<int> index;
  for (std::size_t i = 0; i < 150; ++i) {
    for (std::size_t j = 0; j < 150; ++j) {
      if (joined(i, j)) index.push_back(static_cast<int>(j));
    }
    begin.push_back(static_cast<int>(index.size()));
  }
  const ColumnWalks walks(table, 4, 5);
  const ColumnSums sums = walks.listed({begin, index}, 1, 3, Runtime());
  ColumnSums expected = by_hand(sample, 4, 5, [&](std::size_t i, std::size_t j, std::size_t g) {
    return g > 0 && joined(i, j);
  });
  expected.residual[0] = 0;
  require_near(sums, expected);
  require_same(sums, walks.listed({begin, index}, 1, 3, tests::on(tests::Threads(3))));
}

TEST_CASE("an interrupt ends the pass over columns", "[column_walks]") {
  const Sample sample(40, 3, {0, 1, 2, 3});
  const ColumnTable table = sample.table();
  REQUIRE_THROWS_AS(ColumnWalks(table, 0, 1).all_pairs(tests::stopping()), tests::Stop);
}
