#include "lapscale/local/moment_spectra.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/local_values.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

TEST_CASE("values from second moments are those of the covariance", "[moment_spectra]") {
  const lapscale::PointIndex index(tests::normal_cloud(300, 70, 1, 0.9).view(),
                                   lapscale::Runtime());
  const lapscale::Neighborhood near = tests::around(index, 7, 0.5, 4);
  std::vector<double> bandwidths;  // more than a block, and not whole blocks
  for (double h = 1; h < 4; h *= 1.05) bandwidths.push_back(h);
  const std::size_t g = bandwidths.size();
  const std::size_t k = 10;
  lapscale::MomentSpectra spectra;
  for (const lapscale::SimdLevel level : tests::levels()) {
    std::vector<double> found(g * k);
    std::vector<lapscale::BandwidthScale> scales;
    for (std::size_t b = 0; b < g; ++b) {
      const double h = bandwidths[b];
      scales.push_back({1 / (h * h), tests::infinity, 300, found.data() + b * k});
    }
    spectra.write_values(lapscale::simd_kernels(level), near, scales, k);
    for (std::size_t b = 0; b < g; ++b) {
      const Eigen::VectorXd expected = tests::slow_values(index, 7, bandwidths[b], tests::infinity);
      for (std::size_t a = 0; a < k; ++a) {
        REQUIRE(std::abs(found[b * k + a] - expected[static_cast<Eigen::Index>(a)]) <
                1e-9 * expected.sum());
      }
    }
  }
}

TEST_CASE("a point without another has no values", "[moment_spectra]") {
  tests::Points points(80, 60);
  const lapscale::PointIndex index(points.view(), lapscale::Runtime());
  const lapscale::Neighborhood near = tests::around(index, 3, 0.5, 1);
  double found = -1;
  lapscale::MomentSpectra().write_values(lapscale::Runtime().kernels(), near, {{1, 1, 80, &found}},
                                         1);
  REQUIRE(found == -1);
}
