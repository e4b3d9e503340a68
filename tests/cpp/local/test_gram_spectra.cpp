#include "lapscale/local/gram_spectra.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/local_values.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

TEST_CASE("values from products of points are those of the covariance", "[gram_spectra]") {
  const lapscale::PointIndex index(tests::normal_cloud(90, 100, 1, 0.9).view(),
                                   lapscale::Runtime());
  const lapscale::Neighborhood near = tests::around(index, 7, 0.5, 4);
  lapscale::GramSpectra spectra;
  for (const lapscale::SimdLevel level : tests::levels()) {
    for (const double h : {0.7, 2.0, 4.0}) {
      std::vector<double> found(30, 0.0);
      const std::vector<lapscale::BandwidthScale> scales = {
          {1 / (h * h), tests::infinity, 90, found.data()}};
      spectra.write_values(lapscale::simd_kernels(level), near, scales, 30);
      const Eigen::VectorXd expected = tests::slow_values(index, 7, h, tests::infinity);
      for (std::size_t a = 0; a < 30; ++a) {
        REQUIRE(std::abs(found[a] - expected[static_cast<Eigen::Index>(a)]) < 1e-12 * expected[0]);
      }
    }
  }
}
