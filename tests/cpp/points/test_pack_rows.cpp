#include "lapscale/points/pack_rows.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

using lapscale::pack_rows;
using lapscale::panel_width;

namespace {

// Rows of floats or doubles that count upwards, every third of them packed, last first.
template <class Number, std::size_t width = panel_width, class Out = double>
int wrong_places(std::size_t dim, std::size_t count) {
  std::vector<Number> x(3 * count * dim);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<Number>(i);
  const auto row = [&](std::size_t i) { return 3 * (count - 1 - i); };
  const std::size_t n_panels = (count + width - 1) / width;
  std::vector<Out> packed(n_panels * width * dim, Out{-1});
  pack_rows<width>(x.data(), dim, count, row, packed.data());
  int wrong = 0;
  for (std::size_t i = 0; i < n_panels * width; ++i) {
    for (std::size_t k = 0; k < dim; ++k) {
      const Out expected = i < count ? static_cast<Out>(row(i) * dim + k) : Out{-1};
      const std::size_t at = (i / width * dim + k) * width + i % width;
      wrong += packed[at] < expected || packed[at] > expected ? 1 : 0;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("each coordinate of a row comes to its place in a panel", "[pack_rows]") {
  for (const std::size_t dim : {1U, 7U, 8U, 21U}) {
    for (const std::size_t count : {1U, 16U, 37U}) {
      REQUIRE(wrong_places<float>(dim, count) == 0);
      REQUIRE(wrong_places<double>(dim, count) == 0);
      REQUIRE((wrong_places<double, 32, float>(dim, count)) == 0);
    }
  }
}

TEST_CASE("points by coordinate are packed as rows, the last panel filled up", "[pack_rows]") {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  std::vector<float> by_row(32 * 2, -1.0F);
  std::vector<float> by_coordinate(32 * 2, -1.0F);
  for (std::vector<float>* out : {&by_row, &by_coordinate}) {
    REQUIRE(lapscale::pad_panels<32>(2, 3, out->data()) == 1);
  }
  pack_rows<32>(
      x.data(), 2, 3, [](std::size_t i) { return i; }, by_row.data());
  lapscale::pack_coordinates<32>(
      2, 3, [&](std::size_t i, std::size_t k) { return x[2 * i + k]; }, by_coordinate.data());
  REQUIRE(by_row == by_coordinate);
  REQUIRE(by_row[34] > 5.5F);
  REQUIRE(by_row[3] > 1e38F);
  std::vector<float> full(64, -1.0F);
  REQUIRE(lapscale::pad_panels<32>(1, 64, full.data()) == 2);
  REQUIRE(full == std::vector<float>(64, -1.0F));
}
