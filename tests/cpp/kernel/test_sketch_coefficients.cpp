#include "lapscale/kernel/sketch_coefficients.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/oracles.hpp"

using lapscale::LogBins;
using lapscale::panel_width;
using lapscale::SketchCoefficients;

namespace {

const LogBins bins(1e-7, 40);

// More than a panel of them.
std::vector<double> bandwidths() {
  std::vector<double> grid;
  for (double h = 0.01; grid.size() < panel_width + 3; h *= 1.7) grid.push_back(h);
  return grid;
}

// The factor of M0 (which = 0) or M1 (which = 1).
double factor(const SketchCoefficients& found, std::size_t g, std::size_t bin, std::size_t which) {
  return found.from(g / panel_width, bin)[which * panel_width + g % panel_width];
}

}  // namespace

TEST_CASE("a distance in a bin counts by the tangent of the kernel at its center",
          "[sketch_coefficients]") {
  const std::vector<double> grid = bandwidths();
  for (const double cutoff : {1.5, 4.0, tests::infinity}) {
    const SketchCoefficients found(bins, grid, cutoff);
    REQUIRE(found.n_bandwidths() == grid.size());
    REQUIRE(found.n_panels() == 2);
    for (std::size_t g = 0; g < grid.size(); ++g) {
      for (std::size_t b = 0; b + 1 < bins.size(); ++b) {
        const double rate = 1 / (grid[g] * grid[g]);
        const double u = bins.centre(b) * rate;
        const bool kept = u <= cutoff * cutoff && u <= 700;
        const double value = factor(found, g, b, 0);
        const double slope = factor(found, g, b, 1);
        if (!kept) {
          REQUIRE(value == 0);
          REQUIRE(slope == 0);
          continue;
        }
        // Value and derivative at the center are those of exp(-s / h^2).
        REQUIRE(value + slope * bins.centre(b) == Approx(std::exp(-u)).epsilon(1e-12));
        REQUIRE(slope == Approx(-rate * std::exp(-u)).epsilon(1e-14));
        // Anywhere else in the bin the tangent lies below the kernel, by its curvature at most.
        for (const double s : {bins.lower(b), bins.lower(b + 1)}) {
          const double gap = std::exp(-s * rate) - (value + slope * s);
          const double half = (bins.lower(b + 1) - bins.lower(b)) / 2 * rate;
          REQUIRE(gap >= -1e-13);
          REQUIRE(gap <= half * half / 2 * std::exp(-bins.lower(b) * rate) + 1e-13);
        }
      }
    }
  }
}

TEST_CASE("`end` is the first bin from which a panel is 0", "[sketch_coefficients]") {
  const std::vector<double> grid = bandwidths();
  const SketchCoefficients found(bins, grid, 2);
  for (std::size_t panel = 0; panel < found.n_panels(); ++panel) {
    std::size_t end = 0;
    for (std::size_t b = 0; b < bins.size(); ++b) {
      const double* at = found.from(panel, b);
      if (std::any_of(at, at + 2 * panel_width, [](double v) { return v != 0; })) end = b + 1;
    }
    REQUIRE(found.end(panel) == end);
  }
}

TEST_CASE("bins up to `lump` may be added up: the kernel is straight there",
          "[sketch_coefficients]") {
  const std::vector<double> grid = bandwidths();
  const SketchCoefficients found(bins, grid, 4);
  REQUIRE(found.lump(1) > 0);
  REQUIRE(found.lump(0) <= found.lump(1));
  for (std::size_t g = 0; g < grid.size(); ++g) {
    const std::size_t lump = found.lump(g / panel_width);
    const double value = factor(found, g, lump, 0);
    const double slope = factor(found, g, lump, 1);
    for (std::size_t b = 0; b < lump; ++b) {
      const double s = bins.centre(b);
      REQUIRE(std::abs(value + slope * s - std::exp(-s / (grid[g] * grid[g]))) < 1e-8);
    }
  }
}
