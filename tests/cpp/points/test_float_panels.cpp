#include "lapscale/points/float_panels.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::FloatPanels;
using lapscale::PointIndex;
using lapscale::Runtime;

namespace {

// The largest error of distances by floats over the one that is allowed, of pairs within a limit;
// those beyond must be beyond.
double worst_share(const PointIndex& index, const FloatPanels& floats, double sq_limit,
                   const Runtime& runtime) {
  const tests::Points points = tests::points_of(index);
  std::vector<std::size_t> query;
  for (std::size_t i = 0; i < 7; ++i) query.push_back(i * points.n / 7);
  lapscale::PairPass pass(index, &floats, runtime);
  pass.select_leaves(lapscale::LeafRun{0, index.tree().n_leaves()});
  double worst = 0;
  std::size_t seen = 0;
  pass.run_within(
      lapscale::Span<const std::size_t>(query.data(), query.size()),
      [&](std::size_t) { return sq_limit; },
      [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
        for (std::size_t i = 0; i < count && first + i < points.n; ++i, ++seen) {
          const double d = std::sqrt(tests::sq_distance(points, query[q], first + i));
          const double allowed = floats.error().rounding * d + floats.error().slack;
          const double away = std::abs(std::sqrt(sq_dist[i]) - d);
          if (sq_dist[i] <= sq_limit || sq_limit == tests::infinity) {
            worst = std::max(worst, away / allowed);
          } else if (d * d < sq_limit) {
            worst = std::max(worst, (std::sqrt(sq_limit) - d) / allowed);
          }
        }
      });
  REQUIRE(seen == query.size() * points.n);
  return worst;
}

}  // namespace

TEST_CASE("distances by floats are off by no more than they say", "[float_panels]") {
  for (const std::size_t dim : {5U, 16U, 40U, 241U}) {
    tests::Points points = tests::normal_cloud(150, dim, 1);
    for (std::size_t i = 0; i < 40; ++i) {  // some near each other, far from the rest
      for (std::size_t k = 0; k < dim; ++k) points.at(i, k) = 30 + 1e-5 * points.at(i, k);
    }
    const PointIndex index(points.view(), Runtime());
    const FloatPanels floats(index, tests::on(tests::Threads(3)));
    REQUIRE(floats.in_range());
    for (const lapscale::SimdLevel level : tests::levels()) {
      for (const double sq_limit : {tests::infinity, 0.01}) {
        REQUIRE(worst_share(index, floats, sq_limit, tests::at_level(level)) <= 1);
      }
    }
  }
}

TEST_CASE("floats serve many points in many columns in their range", "[float_panels]") {
  const auto has_floats = [](const tests::Points& points, std::size_t min_points) {
    const PointIndex index(points.view(), Runtime());
    return lapscale::float_panels(index, Runtime(), min_points) != nullptr;
  };
  REQUIRE(has_floats(tests::uniform_cube(100, 32, 1), 100));
  REQUIRE(!has_floats(tests::uniform_cube(100, 32, 1), 101));
  REQUIRE(!has_floats(tests::uniform_cube(100, 31, 1), 100));
  REQUIRE(!has_floats(tests::Points(100, 32), 100));  // all at one place
  const PointIndex on_disk = tests::paged(tests::uniform_cube(100, 32, 1), 50);
  REQUIRE(lapscale::float_panels(on_disk, Runtime(), 100) == nullptr);
}
