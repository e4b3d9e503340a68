#include "lapscale/local/gram_spectra.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/local_values.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
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

TEST_CASE("around a point far from all others they are those about the mean", "[gram_spectra]") {
  tests::Points points = tests::normal_cloud(40, 50, 2, 0.9);
  for (std::size_t k = 0; k < 50; ++k) points.at(0, k) += 3;
  const lapscale::PointIndex index(points.view(), lapscale::Runtime());
  std::size_t centre = 0;
  while (index.row_of(centre) != 0) ++centre;
  const lapscale::Neighborhood near = tests::around(index, centre, 5, 50);
  lapscale::GramSpectra spectra;
  for (const double h : {20.0, 40.0}) {
    std::vector<double> found(30, 0.0);
    const std::vector<lapscale::BandwidthScale> scales = {
        {1 / (h * h), tests::infinity, 40, found.data()}};
    spectra.write_values(lapscale::Runtime().kernels(), near, scales, 30);
    const Eigen::VectorXd expected = tests::slow_values(index, centre, h, tests::infinity);
    for (std::size_t a = 0; a < 30; ++a) {
      REQUIRE(std::abs(found[a] - expected[static_cast<Eigen::Index>(a)]) < 1e-11 * expected[0]);
    }
  }
}
