#include "lapscale/kernel/log_bins.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::LogBins;

TEST_CASE("a value lies between the edges of its bin", "[log_bins]") {
  const LogBins bins(1e-6, 50);
  tests::Draw draw(1);
  bool inside = true;
  for (int i = 0; i < 20000; ++i) {
    const double s = std::exp(draw.uniform(std::log(1e-8), std::log(49.0)));
    const std::size_t b = bins.index(s);
    inside = inside && b + 1 < bins.size() && bins.lower(b) <= s && s < bins.lower(b + 1);
  }
  REQUIRE(inside);
}

TEST_CASE("edges belong to the bin above, and bins increase", "[log_bins]") {
  const LogBins bins(0.01, 100);
  for (std::size_t b = 1; b < bins.size(); ++b) {
    REQUIRE(bins.index(bins.lower(b)) == b);
    REQUIRE(bins.index(std::nextafter(bins.lower(b), 0)) == b - 1);
    REQUIRE(bins.centre(b - 1) > bins.lower(b - 1));
    REQUIRE(bins.centre(b - 1) < bins.lower(b));
  }
}

TEST_CASE("bins are between 2^-8 and 2^-7 of their value wide", "[log_bins]") {
  const LogBins bins(0.3, 7);
  for (std::size_t b = 1; b + 1 < bins.size(); ++b) {
    const double width = bins.lower(b + 1) - bins.lower(b);
    REQUIRE(width <= 0x1p-7 * bins.lower(b));
    REQUIRE(width >= 0x1p-8 * bins.lower(b));
  }
}

TEST_CASE("the ends take everything beyond them", "[log_bins]") {
  const LogBins bins(0.5, 4);
  const std::size_t last = bins.size() - 1;
  REQUIRE(bins.lower(0) == 0);
  REQUIRE(bins.index(0) == 0);
  REQUIRE(bins.index(-0.0) == 0);
  REQUIRE(bins.index(5e-324) == 0);
  REQUIRE(bins.index(0.4) == 0);
  REQUIRE(bins.lower(last) > 4);
  REQUIRE(bins.lower(last) <= 4 * (1 + 0x1p-7));
  REQUIRE(bins.index(5) == last);
  REQUIRE(bins.index(tests::infinity) == last);
}

TEST_CASE("bins are the same when they cover the same range", "[log_bins]") {
  REQUIRE(LogBins(0.5, 4) == LogBins(0.5, 4));
  REQUIRE(!(LogBins(0.5, 4) == LogBins(0.5, 5)));
  REQUIRE(!(LogBins(0.5, 4) == LogBins(0.4, 4)));
}

TEST_CASE("fewer bits make wider bins", "[log_bins]") {
  const LogBins wide(0.5, 4, 3);
  REQUIRE(wide.size() == 3 * 8 + 2);
  REQUIRE(!(wide == LogBins(0.5, 4)));
  for (std::size_t b = 1; b + 2 < wide.size(); ++b) {
    REQUIRE(wide.lower(b + 1) / wide.lower(b) <= 1.125);
    REQUIRE(wide.index(wide.centre(b)) == b);
  }
}
