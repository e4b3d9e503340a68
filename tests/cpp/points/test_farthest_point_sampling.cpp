#include "lapscale/points/farthest_point_sampling.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/points/known_distances.hpp"
#include "lapscale/points/point_frame.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::farthest_point_sampling;
using lapscale::Runtime;

namespace {

constexpr std::size_t n = 2500;
constexpr std::size_t dim = 3;

std::vector<double> cube() {
  const auto sample = tests::uniform_cube(n, dim, 3);
  return lapscale::coordinates_in(lapscale::frame_of(sample.view()), sample.view());
}

double distance(const std::vector<double>& z, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t k = 0; k < dim; ++k) sum += std::pow(z[i * dim + k] - z[j * dim + k], 2);
  return std::sqrt(sum);
}

// The least distance of a row from the taken ones.
double gap(const std::vector<double>& z, std::size_t row, const std::vector<std::size_t>& taken) {
  double least = distance(z, row, taken[0]);
  for (const std::size_t other : taken) least = std::min(least, distance(z, row, other));
  return least;
}

}  // namespace

TEST_CASE("each added point is the farthest from those taken before it",
          "[farthest_point_sampling]") {
  const std::vector<double> z = cube();
  std::vector<std::size_t> taken = {5, 17};
  const auto farthest = [&] {
    double most = 0;
    for (std::size_t i = 0; i < n; ++i) most = std::max(most, gap(z, i, taken));
    return most;
  };
  const lapscale::FarthestPoints found =
      farthest_point_sampling(z, dim, {taken.data(), 2}, 30, Runtime());
  REQUIRE(found.rows.size() == 30);
  for (const std::size_t row : found.rows) {
    REQUIRE(gap(z, row, taken) == Approx(farthest()).epsilon(1e-12));
    taken.push_back(row);
  }
  REQUIRE(found.radius == Approx(farthest()).epsilon(1e-12));
}

TEST_CASE("distances give the sample of their points", "[farthest_point_sampling]") {
  const std::vector<double> z = cube();
  constexpr std::size_t few = 1100;
  std::vector<double> far(few * few);
  for (std::size_t i = 0; i < few; ++i) {
    for (std::size_t j = 0; j < few; ++j) far[i * few + j] = distance(z, i, j);
  }
  std::vector<std::size_t> column(few);
  for (std::size_t i = 0; i < few; ++i) column[i] = i;
  const lapscale::PointView view = {far.data(), few, few, few, 1};
  const lapscale::PointFrame frame = lapscale::KnownDistances::frame_for(view);
  const lapscale::KnownDistances known(frame, view, column);
  const std::size_t start = 7;
  const lapscale::FarthestPoints found = farthest_point_sampling(known, {&start, 1}, 40, Runtime());
  const lapscale::FarthestPoints want = farthest_point_sampling(
      std::vector<double>(z.begin(), z.begin() + few * dim), dim, {&start, 1}, 40, Runtime());
  REQUIRE(found.rows == want.rows);
  REQUIRE(frame.from_unit(found.radius) == Approx(want.radius).epsilon(1e-12));
}

TEST_CASE("ends of a grid are taken first, ties by row", "[farthest_point_sampling]") {
  const std::vector<double> z = {0, 0.25, 0.5, 0.75, 1};
  const std::size_t start = 2;
  const lapscale::FarthestPoints found = farthest_point_sampling(z, 1, {&start, 1}, 3, Runtime());
  REQUIRE((found.rows == std::vector<std::size_t>{0, 4, 1}));
  REQUIRE(found.radius == 0.25);
}

TEST_CASE("points that coincide are taken once", "[farthest_point_sampling]") {
  const std::vector<double> z = {0, 1, 0, 1, 1, 0};
  const std::size_t start = 0;
  const lapscale::FarthestPoints found = farthest_point_sampling(z, 1, {&start, 1}, 6, Runtime());
  REQUIRE(found.rows == std::vector<std::size_t>{1});
  REQUIRE(found.radius == 0);
}

TEST_CASE("the sample is the same on every executor", "[farthest_point_sampling][threads]") {
  const std::vector<double> z = cube();
  const std::size_t start = 9;
  const auto rows = [&](const Runtime& runtime) {
    return farthest_point_sampling(z, dim, {&start, 1}, 50, runtime).rows;
  };
  REQUIRE(rows(tests::on(tests::Threads(3))) == rows(Runtime()));
  REQUIRE(rows(tests::on(tests::backwards)) == rows(Runtime()));
}
