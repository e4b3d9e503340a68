#include "lapscale/points/point_rows.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <vector>

using lapscale::MemoryRows;
using lapscale::ScratchRows;

namespace {

constexpr std::size_t n = 50;

template <class Number>
std::vector<Number> counted(std::size_t dim) {
  std::vector<Number> x(n * dim);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<Number>(i);
  return x;
}

// Numbers of some rows, last first, that are not those of x.
template <class Rows>
int wrong_numbers(const Rows& rows, const std::vector<typename Rows::Number>& x) {
  const std::size_t dim = rows.dim();
  int wrong = 0;
  for (const std::size_t count : {32U, 1U, 7U}) {
    const auto row = [&](std::size_t j) { return n - 1 - j; };
    rows.with(count, row, [&](const auto* const* point) {
      for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t k = 0; k < dim; ++k) {
          const auto expected = x[row(j) * dim + k];
          wrong += point[j][k] == expected && rows.value(row(j), k) == expected &&
                           rows.point(row(j))[k] == expected
                       ? 0
                       : 1;
        }
      }
    });
    rows.used(count);
  }
  return wrong;
}

template <class Number>
void check(std::size_t dim) {
  const std::vector<Number> x = counted<Number>(dim);
  REQUIRE(wrong_numbers(MemoryRows<Number>(x.data(), dim), x) == 0);
  ScratchRows<Number> scratch(".", n, dim);
  scratch.write(0, 1, x.data());
  scratch.write(1, n - 1, x.data() + dim);
  REQUIRE(wrong_numbers(scratch, x) == 0);
}

}  // namespace

TEST_CASE("rows are those that were written, in memory and on the disk, narrow and wide",
          "[point_rows]") {
  for (const std::size_t dim : {1U, 3U, 511U, 512U, 700U}) {
    check<float>(dim);
    check<double>(dim);
  }
}

TEST_CASE("wide rows on the disk are copied, narrow ones stand where they are", "[point_rows]") {
  for (const std::size_t dim : {100U, 600U}) {
    const ScratchRows<float> scratch(".", n, dim);
    scratch.with(
        1, [](std::size_t) { return std::size_t{4}; },
        [&](const float* const* point) {
          REQUIRE((point[0] == scratch.point(4)) == (dim == 100));
        });
  }
}
