#include "lapscale/runtime/random.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

using lapscale::CounterRandom;
using lapscale::sample_rows;

namespace {

// Standardized chi-square of counts that should be equal: about N(0, 1). Seeds are fixed, so a
// value beyond 4 says something about the generator.
double chi_square(const std::vector<int>& count) {
  const double cells = static_cast<double>(count.size());
  const double expected = std::accumulate(count.begin(), count.end(), 0.0) / cells;
  double sum = 0;
  for (const int c : count) sum += (c - expected) * (c - expected) / expected;
  return (sum - (cells - 1)) / std::sqrt(2 * (cells - 1));
}

std::size_t cell(double uniform, std::size_t cells) {
  return static_cast<std::size_t>(uniform * static_cast<double>(cells));
}

}  // namespace

TEST_CASE("numbers are uniform on [0, 1) along either counter", "[random]") {
  const CounterRandom random(1);
  std::vector<int> first(100, 0);
  std::vector<int> second(100, 0);
  for (std::uint64_t i = 0; i < 50000; ++i) {
    ++first.at(cell(random.uniform(i), 100));
    ++second.at(cell(random.uniform(3, i), 100));
  }
  REQUIRE(std::abs(chi_square(first)) < 4);
  REQUIRE(std::abs(chi_square(second)) < 4);
}

TEST_CASE("neighboring counters and seeds give independent numbers", "[random]") {
  std::vector<int> counters(400, 0);
  std::vector<int> seeds(400, 0);
  const CounterRandom random(5);
  for (std::uint64_t i = 0; i < 40000; ++i) {
    ++counters[20 * cell(random.uniform(i), 20) + cell(random.uniform(i + 1), 20)];
    ++seeds[20 * cell(CounterRandom(i).uniform(0), 20) + cell(CounterRandom(i + 1).uniform(0), 20)];
  }
  REQUIRE(std::abs(chi_square(counters)) < 4);
  REQUIRE(std::abs(chi_square(seeds)) < 4);
}

TEST_CASE("different counters and seeds give different bits, the same the same", "[random]") {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t a = 0; a < 30; ++a) {
      for (std::uint64_t b = 0; b < 30; ++b) seen.insert(CounterRandom(seed).bits(a, b));
    }
  }
  REQUIRE(seen.size() == 9000);
  REQUIRE(CounterRandom(7).bits(1, 2) == CounterRandom(7).bits(1, 2));
}

TEST_CASE("each of the 64 bits is set half of the time", "[random]") {
  const CounterRandom random(11);
  std::vector<int> set(64, 0);
  const int n = 20000;
  for (std::uint64_t i = 0; i < n; ++i) {
    for (unsigned bit = 0; bit < 64; ++bit) set[bit] += static_cast<int>(random.bits(i) >> bit & 1);
  }
  for (const int count : set) REQUIRE(std::abs(count - n / 2) < 4.5 * std::sqrt(n / 4.0));
}

TEST_CASE("sampled rows are distinct and in range; all of them when all are asked for",
          "[random]") {
  for (const std::size_t size : {0U, 1U, 50U, 99U, 100U}) {
    std::vector<std::size_t> row = sample_rows(100, size, 3);
    std::sort(row.begin(), row.end());
    REQUIRE(row.size() == size);
    REQUIRE(std::adjacent_find(row.begin(), row.end()) == row.end());
    REQUIRE(std::all_of(row.begin(), row.end(), [](std::size_t r) { return r < 100; }));
  }
}

TEST_CASE("all orders of three rows are equally likely", "[random]") {
  std::vector<int> count(27, 0);
  for (std::uint64_t seed = 0; seed < 12000; ++seed) {
    const std::vector<std::size_t> row = sample_rows(3, 3, seed);
    ++count[9 * row[0] + 3 * row[1] + row[2]];
  }
  count.erase(std::remove(count.begin(), count.end(), 0), count.end());
  REQUIRE(count.size() == 6);
  REQUIRE(std::abs(chi_square(count)) < 4);
}

TEST_CASE("a seed means the same sample, another seed another", "[random]") {
  REQUIRE(sample_rows(1000, 20, 4) == sample_rows(1000, 20, 4));
  REQUIRE(sample_rows(1000, 20, 4) != sample_rows(1000, 20, 5));
}

TEST_CASE("more rows than there are cannot be sampled", "[random]") {
  REQUIRE_THROWS_AS(sample_rows(3, 4, 1), std::invalid_argument);
}

TEST_CASE("permutations hold every row, the first one in order, and are equally likely",
          "[random]") {
  const CounterRandom random(3);
  const auto first = lapscale::permuted_rows(7, random, 0);
  REQUIRE(std::is_sorted(first.begin(), first.end()));
  std::vector<int> count(24, 0);
  for (std::uint64_t number = 1; number <= 24000; ++number) {
    std::vector<std::uint32_t> row = lapscale::permuted_rows(4, random, number);
    const std::size_t code = row[0] * 6U + (row[1] - (row[1] > row[0] ? 1U : 0U)) * 2U +
                             (row[2] > row[3] ? 1U : 0U);
    ++count.at(code);
    std::sort(row.begin(), row.end());
    REQUIRE((row == std::vector<std::uint32_t>{0, 1, 2, 3}));
  }
  REQUIRE(std::abs(chi_square(count)) < 4);
}
