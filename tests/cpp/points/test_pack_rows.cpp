#include "lapscale/points/pack_rows.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

using lapscale::MemoryRows;
using lapscale::panel_width;

namespace {

// Where row(i) should stand in panels of `width`; -1 where no point is.
template <std::size_t width, class Row, class Out>
int wrong_places(std::size_t dim, std::size_t count, const Row& row,
                 const std::vector<Out>& packed) {
  int wrong = 0;
  for (std::size_t i = 0; i < packed.size() / dim; ++i) {
    for (std::size_t k = 0; k < dim; ++k) {
      const Out expected = i < count ? static_cast<Out>(row(i) * dim + k) : Out{-1};
      const std::size_t at = (i / width * dim + k) * width + i % width;
      wrong += packed[at] < expected || packed[at] > expected ? 1 : 0;
    }
  }
  return wrong;
}

// Rows of floats or doubles that count upwards, every third of them packed, last first.
template <class Number>
int wrong_rows(std::size_t dim, std::size_t count) {
  std::vector<Number> x(3 * count * dim);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<Number>(i);
  const auto row = [&](std::size_t i) { return 3 * (count - 1 - i); };
  std::vector<double> packed((count + panel_width - 1) / panel_width * panel_width * dim, -1.0);
  lapscale::pack_rows(MemoryRows<Number>(x.data(), dim), count, row, packed.data());
  return wrong_places<panel_width>(dim, count, row, packed);
}

}  // namespace

TEST_CASE("each coordinate of a row comes to its place in a panel", "[pack_rows]") {
  for (const std::size_t dim : {1U, 7U, 8U, 21U, 150U}) {
    for (const std::size_t count : {1U, 16U, 37U}) {
      REQUIRE(wrong_rows<float>(dim, count) == 0);
      REQUIRE(wrong_rows<double>(dim, count) == 0);
    }
    std::vector<float> panel(32 * dim, -1.0F);
    lapscale::pack_panel<32>(
        dim, 29, [&](std::size_t i, std::size_t k) { return static_cast<double>(i * dim + k); },
        panel.data());
    REQUIRE(wrong_places<32>(
                dim, 29, [](std::size_t i) { return i; }, panel) == 0);
  }
}

TEST_CASE("the last panel is filled up, a full one is not", "[pack_rows]") {
  std::vector<float> out(32 * 2, -1.0F);
  REQUIRE(lapscale::pad_panels<32>(2, 3, out.data()) == 1);
  REQUIRE(out[3] > 1e38F);
  REQUIRE(out[63] > 1e38F);
  std::vector<float> full(64, -1.0F);
  REQUIRE(lapscale::pad_panels<32>(1, 64, full.data()) == 2);
  REQUIRE(full == std::vector<float>(64, -1.0F));
}
