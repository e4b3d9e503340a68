#include "lapscale/local/bandwidth_covariances.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/local_values.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

TEST_CASE("many bandwidths at once, from fewer points than columns to all",
          "[bandwidth_covariances]") {
  const double cutoff = lapscale::consistency_cutoff;
  for (const std::size_t n : {60U, 400U}) {
    const lapscale::PointIndex index(tests::normal_cloud(n, 80, 1, 0.85).view(),
                                     lapscale::Runtime());
    std::vector<double> bandwidths;
    for (double h = 0.05; h < 4; h *= 1.2) bandwidths.push_back(h);
    const lapscale::Neighborhood near = tests::around(index, 11, bandwidths[0], bandwidths.back());
    const std::size_t k = 90;  // more than there are
    for (const lapscale::SimdLevel level : tests::levels()) {
      std::vector<double> found(bandwidths.size() * k, -1.0);
      lapscale::BandwidthCovariances covariances;
      covariances.leading_values(lapscale::simd_kernels(level), near, bandwidths, cutoff, k,
                                 found.data());
      for (std::size_t b = 0; b < bandwidths.size(); ++b) {
        const Eigen::VectorXd expected = tests::slow_values(index, 11, bandwidths[b], cutoff);
        const double allowed = 1e-9 * std::max(0.0, expected.sum()) + 1e-20;
        for (std::size_t a = 0; a < k; ++a) {
          const double value = a < 80 ? expected[static_cast<Eigen::Index>(a)] : 0;
          REQUIRE(std::abs(found[b * k + a] - value) < allowed);
        }
      }
    }
  }
}
