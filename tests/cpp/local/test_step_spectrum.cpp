#include "lapscale/local/step_spectrum.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>

using lapscale::centring_of;
using lapscale::projection_distance;

TEST_CASE("a mean over n equal points takes up one n-th of the second moment", "[step_spectrum]") {
  // p = 1 / n, |y|^2 = 1: sum p^2 / sum p = 1 / n
  const lapscale::Centring centring = centring_of(5 * (1.0 / 25), 5 * (1.0 / 5), 0);
  REQUIRE(centring.raise == Approx(0.2));
  REQUIRE(centring.share == 1);
}

TEST_CASE("a walk that mostly stays is not centred", "[step_spectrum]") {
  REQUIRE(centring_of(0.3, 0.4, 0.5).share == 0);
  REQUIRE(centring_of(0.3, 0.4, 0.7).raise == 0);
  REQUIRE(centring_of(0, 0, 1).raise == 0);
}

TEST_CASE("the distance to the projections is that of the nearest one tried", "[step_spectrum]") {
  // Projections in the eigenbasis: any set of directions that is not empty.
  for (const auto& l : {Eigen::Vector3d(0.9, 0.8, 0.1), Eigen::Vector3d(0.3, 0.2, 0.1),
                        Eigen::Vector3d(1.4, 0.6, 0.45), Eigen::Vector3d(0, 0, 0)}) {
    double nearest = 1e9;
    for (int set = 1; set < 8; ++set) {
      double worst = 0;
      for (int k = 0; k < 3; ++k) {
        worst = std::max(worst, std::abs(l[k] - ((set >> k) & 1)));
      }
      nearest = std::min(nearest, worst);
    }
    REQUIRE(projection_distance(l).distance == Approx(nearest));
  }
  REQUIRE(projection_distance(Eigen::Vector3d(0.9, 0.8, 0.1)).rank == 2);
  REQUIRE(projection_distance(Eigen::Vector3d(0.9, 0.8, 0.1)).normal == 0.1);
  REQUIRE(projection_distance(Eigen::Vector3d(0.3, 0.2, 0.1)).rank == 0);
}
