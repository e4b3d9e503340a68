#include "lapscale/points/median_splits.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::MedianSplits;
using lapscale::MemoryRows;
using lapscale::ScratchRows;
using Rows = std::vector<std::uint32_t>;

namespace {

constexpr std::size_t dim = 3;

// Floats with ties, 1500 points.
std::vector<float> some_points() {
  std::vector<float> x;
  for (const double value : tests::uniform_cube(1500, dim, 1).x) {
    x.push_back(static_cast<float>(static_cast<int>(value * 9)) / 3);
  }
  return x;
}

Rows some_rows() {
  Rows rows(1400);
  std::iota(rows.begin(), rows.end(), 50U);
  std::reverse(rows.begin(), rows.end());
  return rows;
}

// What the splits do to the rows.
template <class Number>
Rows sorted(const std::vector<Number>& x, Rows rows) {
  const MemoryRows<Number> points(x.data(), dim);
  MedianSplits(points).sort({rows.data(), rows.size()});
  return rows;
}

template <class Points>
Rows front(const Points& points, std::size_t left, std::size_t k) {
  Rows rows = some_rows();
  MedianSplits(points).split({rows.data(), rows.size()}, left, k);
  rows.resize(left);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

TEST_CASE("rows are bounded and sorted, floats as doubles", "[median_splits]") {
  const std::vector<float> x = some_points();
  const std::vector<double> y(x.begin(), x.end());
  const Rows rows = some_rows();
  std::vector<float> low(dim, std::numeric_limits<float>::infinity());
  std::vector<float> high(dim, -std::numeric_limits<float>::infinity());
  for (const std::uint32_t i : rows) {
    for (std::size_t k = 0; k < dim; ++k) {
      low[k] = std::min(low[k], x[i * dim + k]);
      high[k] = std::max(high[k], x[i * dim + k]);
    }
  }
  std::vector<float> lower(dim), upper(dim);
  const MemoryRows<float> points(x.data(), dim);
  const MedianSplits splits(points);
  REQUIRE(splits.bound({rows.data(), rows.size()}, lower.data(), upper.data()) == 0);
  REQUIRE(lower == low);
  REQUIRE(upper == high);

  const Rows found = sorted(x, rows);
  REQUIRE(found == sorted(y, rows));
  REQUIRE(std::is_sorted(found.begin(), found.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::vector<float> p(&x[a * dim], &x[a * dim] + dim);
    const std::vector<float> q(&x[b * dim], &x[b * dim] + dim);
    return p == q ? a < b : p < q;
  }));
}

TEST_CASE("which side is widest is decided in doubles", "[median_splits]") {
  // Floats would not tell the second from the first.
  const std::vector<float> x = {0, -0x1p-26F, 0, 1, 1, 0};
  const std::vector<double> y(x.begin(), x.end());
  const Rows rows = {0, 1};
  std::vector<float> box(2 * dim);
  std::vector<double> other(2 * dim);
  const MemoryRows<float> floats(x.data(), dim);
  const MemoryRows<double> doubles(y.data(), dim);
  REQUIRE(MedianSplits(floats).bound({rows.data(), 2}, box.data(), box.data() + dim) == 1);
  REQUIRE(MedianSplits(doubles).bound({rows.data(), 2}, other.data(), other.data() + dim) == 1);
}

TEST_CASE("the smallest rows come to the front, also where points are not in memory",
          "[median_splits]") {
  const std::vector<float> x = some_points();
  const std::vector<double> y(x.begin(), x.end());
  for (const std::size_t k : {0U, 2U}) {
    Rows all = sorted(x, some_rows());
    std::stable_sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
      return x[a * dim + k] < x[b * dim + k];
    });
    all.resize(700);
    std::sort(all.begin(), all.end());
    REQUIRE(front(MemoryRows<float>(x.data(), dim), 700, k) == all);
    REQUIRE(front(MemoryRows<double>(y.data(), dim), 700, k) == all);
    ScratchRows<float> scratch(".", 1500, dim);
    scratch.write(0, 1500, x.data());
    REQUIRE(front(scratch, 700, k) == all);
  }
}
