#include "lapscale/points/known_distances.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/select/bandwidth_range.hpp"
#include "support/manifolds.hpp"

using lapscale::KnownDistances;
using lapscale::PointIndex;
using lapscale::PointView;
using lapscale::Runtime;

namespace {

// Between the points of two sets: rows those of the first.
std::vector<double> distances(const tests::Points& from, const tests::Points& to) {
  std::vector<double> result;
  for (std::size_t i = 0; i < from.n; ++i) {
    for (std::size_t j = 0; j < to.n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < to.dim; ++k) {
        sum += (from.at(i, k) - to.at(j, k)) * (from.at(i, k) - to.at(j, k));
      }
      result.push_back(std::sqrt(sum));
    }
  }
  return result;
}

PointView by_rows(const std::vector<double>& d, std::size_t n) {
  return {d.data(), d.size() / n, n, n, 1};
}

std::vector<std::size_t> first_numbers(std::size_t n) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

PointIndex index_of(const std::vector<double>& d, std::size_t n) {
  const PointView view = by_rows(d, n);
  return KnownDistances::index(KnownDistances::frame_for(view), view, first_numbers(n), Runtime());
}

}  // namespace

TEST_CASE("passes over known distances give them back", "[known_distances]") {
  const tests::Points points = tests::normal_cloud(77, 3, 1);
  const std::vector<double> d = distances(points, points);
  const PointIndex index = index_of(d, points.n);
  REQUIRE_FALSE(index.has_coordinates());
  REQUIRE(index.dim() == points.n);
  const lapscale::SquaredDistances found(index, Runtime());
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      const double exact = d[index.row_of(i) * points.n + index.row_of(j)];
      REQUIRE(index.frame().from_unit(std::sqrt(found(i, j))) == Approx(exact).margin(1e-12));
    }
  }
  const PointIndex plain(points.view(), Runtime());
  REQUIRE(index.frame().from_unit(lapscale::rms_distance(index)) ==
          Approx(plain.frame().from_unit(lapscale::rms_distance(plain))));
}

TEST_CASE("a part of the points, and new ones, know their distances", "[known_distances]") {
  const tests::Points points = tests::normal_cloud(60, 2, 2);
  const std::vector<double> d = distances(points, points);
  // Rows 40 to 59 as points of their own, all the others as new ones.
  const PointView part{d.data() + 40 * 60, 20, 60, 60, 1};
  const PointView others{d.data(), 40, 60, 60, 1};
  const auto frame = KnownDistances::frame_for(by_rows(d, 60));
  std::vector<std::size_t> column(20);
  std::iota(column.begin(), column.end(), std::size_t{40});
  const PointIndex index = KnownDistances::index(frame, part, column, Runtime());
  const PointIndex queries = KnownDistances::index(frame, others, {}, Runtime());
  const auto lists = lapscale::query_neighbors(index, queries, 3, lapscale::Ties::any, Runtime());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    std::vector<double> own(d.begin() + static_cast<std::ptrdiff_t>(queries.row_of(q) * 60 + 40),
                            d.begin() + static_cast<std::ptrdiff_t>(queries.row_of(q) * 60 + 60));
    std::sort(own.begin(), own.end());
    for (std::size_t k = 0; k < 3; ++k) {
      REQUIRE(frame.from_unit(std::sqrt(lists.of(q)[k].sq_dist)) == Approx(own[k]));
    }
  }
}

TEST_CASE("what is no distance is refused; points at one place have no scale",
          "[known_distances]") {
  std::vector<double> d = {0, 1, 1, 0};
  REQUIRE_FALSE(KnownDistances::frame_for(by_rows(d, 2)).degenerate);
  for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    d[1] = bad;
    REQUIRE_THROWS_AS(index_of(d, 2), std::invalid_argument);
  }
  REQUIRE(KnownDistances::frame_for(by_rows({0, 0, 0, 0}, 2)).degenerate);
}
