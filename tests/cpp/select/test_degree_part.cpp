#include "lapscale/select/degree_part.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "lapscale/select/degree_factors.hpp"
#include "support/manifolds.hpp"

using lapscale::degree_part;
using lapscale::DegreeFactors;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

constexpr std::size_t n = 8000;
const std::vector<std::size_t> rows = {700, 3, 2, 500, 1};

// So many that a table is made of these points, which has a node for each.
std::vector<double> many_bandwidths() {
  std::vector<double> h(64);
  for (std::size_t g = 0; g < h.size(); ++g) h[g] = 0.05 + 0.008 * static_cast<double>(g);
  return h;
}

std::vector<std::size_t> positions(const PointIndex& index) {
  std::vector<std::size_t> at;
  for (const std::size_t row : rows) at.push_back(index.position_of(row));
  std::sort(at.begin(), at.end());
  return at;
}

std::vector<double> factors(const PointIndex& index, const lapscale::LocalPassOptions& options,
                            const std::vector<std::vector<float>>& parts) {
  const std::vector<double> h = {0.05, 0.1, 0.4, 0.5};
  const DegreeFactors found(index, positions(index), options.degrees(), many_bandwidths(), nullptr,
                            {parts.begin(), parts.end()}, Runtime());
  return found.at(h, {0, rows.size()}, Runtime());
}

}  // namespace

TEST_CASE("leaves of parts follow one another in eights", "[degree_part]") {
  for (const std::size_t n_leaves : {1U, 8U, 9U, 100U, 1000U}) {
    for (const std::size_t n_parts : {1U, 2U, 3U, 16U}) {
      std::size_t end = 0;
      for (std::size_t part = 0; part < n_parts; ++part) {
        const lapscale::LeafRun own = lapscale::leaves_of_part(n_leaves, part, n_parts);
        REQUIRE(own.begin == end);
        REQUIRE((own.begin % 8 == 0 || own.begin == n_leaves));
        end = own.end;
      }
      REQUIRE(end == n_leaves);
    }
  }
  REQUIRE_THROWS_AS(lapscale::leaves_of_part(10, 2, 2), std::invalid_argument);
}

TEST_CASE("degrees of parts have the bits of the whole, thinned or not, however many parts",
          "[degree_part]") {
  for (const std::size_t whole : {0U, 200U}) {
    for (const std::size_t dim : {2U, 40U}) {
      const Points points = tests::embedded(tests::uniform_cube(n, 2, 1), dim, 3);
      const PointIndex index(points.view(), Runtime());
      lapscale::LocalPassOptions options;
      options.cutoff = 4;
      options.alpha = 0.5;
      options.far_degrees = {whole, 1};
      const std::vector<double> expected = factors(index, options, {});
      for (const std::size_t n_parts : {1U, 2U, 3U, 16U}) {
        std::vector<std::vector<float>> parts;
        for (std::size_t p = 0; p < n_parts; ++p) {
          parts.push_back(
              degree_part(index, rows, options, many_bandwidths(), p, n_parts, Runtime()));
        }
        REQUIRE(factors(index, options, parts) == expected);
        if (n_parts != 2) continue;
        parts.pop_back();
        REQUIRE_THROWS_AS(factors(index, options, parts), std::invalid_argument);
        parts.front().pop_back();
        REQUIRE_THROWS_AS(factors(index, options, parts), std::invalid_argument);
      }
    }
  }
}

TEST_CASE("where degrees are summed there are no parts of a table", "[degree_part]") {
  const PointIndex index(tests::uniform_cube(n, 2, 1).view(), Runtime());
  const lapscale::LocalPassOptions options;
  REQUIRE(degree_part(index, rows, options, {0.1, 0.2, 0.3, 0.4}, 0, 2, Runtime()).empty());
  lapscale::LocalPassOptions near;
  near.cutoff = 2;
  REQUIRE(degree_part(index, rows, near, many_bandwidths(), 0, 2, Runtime()).empty());
}
