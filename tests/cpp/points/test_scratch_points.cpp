#include "lapscale/points/scratch_points.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "lapscale/runtime/file_error.hpp"
#include "support/manifolds.hpp"

using lapscale::PointFrame;
using lapscale::ScratchPoints;
using tests::Points;

namespace {

Points rounded(Points points) {
  for (double& x : points.x) x = static_cast<double>(static_cast<float>(x));
  return points;
}

// As they are, in the frame of all of them.
void append_by(ScratchPoints& to, const Points& points, std::size_t size) {
  const PointFrame frame = lapscale::frame_of(points.view());
  for (std::size_t first = 0; first < points.n; first += size) {
    to.append(frame, {points.x.data() + first * points.dim, std::min(size, points.n - first),
                      points.dim, points.dim, 1});
  }
}

bool holds(const ScratchPoints& held, const std::vector<double>& z) {
  for (std::size_t i = 0; i < z.size() / held.dim(); ++i) {
    for (std::size_t k = 0; k < held.dim(); ++k) {
      if (!(held(i, k) == z[i * held.dim() + k])) return false;
    }
  }
  return held.visit([&](const auto& rows) {
    bool same = true;
    for (std::size_t i = 0; i < z.size() / held.dim(); ++i) {
      same = same && std::equal(rows.point(i), rows.point(i) + held.dim(), &z[i * held.dim()]);
    }
    return same;
  });
}

}  // namespace

TEST_CASE("floats are kept as floats, in any frame; others as doubles", "[scratch_points]") {
  for (const double offset : {0.0, 1e3, -5e6}) {
    for (const bool are_floats : {true, false}) {
      Points points = tests::moved(tests::normal_cloud(100, 7, 3), 0.01, offset);
      if (are_floats) points = rounded(points);
      ScratchPoints held(".", 100, 7, true);
      append_by(held, points, 33);
      REQUIRE(held.dim() == 7);
      REQUIRE(held.are_floats() == are_floats);
      const bool visited_floats = held.visit(
          [](const auto& rows) { return std::is_same_v<decltype(rows.value(0, 0)), float>; });
      REQUIRE(visited_floats == are_floats);
      REQUIRE(
          holds(held, lapscale::coordinates_in(lapscale::frame_of(points.view()), points.view())));
    }
  }
}

TEST_CASE("the last number may be the first that is no float", "[scratch_points]") {
  for (const double last : {1.0 + 0x1p-40, 0x1p-160}) {
    Points points = rounded(tests::uniform_cube(50, 4, 4));
    points.at(49, 3) = last;
    ScratchPoints held(".", 50, 4, true);
    append_by(held, points, 20);
    REQUIRE_FALSE(held.are_floats());
    REQUIRE(
        holds(held, lapscale::coordinates_in(lapscale::frame_of(points.view()), points.view())));
  }
}

TEST_CASE("points come in the order asked for", "[scratch_points]") {
  const std::vector<std::uint32_t> row_of = {2, 0, 1, 4, 3};
  for (const bool are_floats : {true, false}) {
    Points points = tests::uniform_cube(5, 3, 5);
    if (are_floats) points = rounded(points);
    ScratchPoints held(".", 5, 3, are_floats);
    append_by(held, points, 5);
    const ScratchPoints ordered(held, row_of);
    REQUIRE(ordered.are_floats() == are_floats);
    bool same = true;
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t k = 0; k < 3; ++k) same = same && ordered(i, k) == held(row_of[i], k);
    }
    REQUIRE(same);
    ordered.used(5, 1);
  }
}

TEST_CASE("points of many columns are ordered a few at a time, the last time fewer",
          "[scratch_points]") {
  const std::vector<std::uint32_t> row_of = {2, 0, 1, 4, 3};
  const Points points = tests::uniform_cube(5, 30000, 6);
  ScratchPoints held(".", 5, 30000, false);
  append_by(held, points, 2);
  const ScratchPoints ordered(held, row_of);
  bool same = true;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t k = 0; k < 30000; ++k) same = same && ordered(i, k) == held(row_of[i], k);
  }
  REQUIRE(same);
}

TEST_CASE("a folder that cannot be written to is refused", "[scratch_points]") {
  REQUIRE_THROWS_AS(ScratchPoints("./no/such/folder", 5, 3, false), lapscale::FileError);
}
