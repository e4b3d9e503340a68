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

TEST_CASE("a walk that mostly stays is not centered", "[step_spectrum]") {
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
  REQUIRE(projection_distance(Eigen::Vector3d(0.3, 0.2, 0.1)).rank == 0);
}

TEST_CASE("the steps that leave a point are known from all steps and the chance to stay",
          "[step_spectrum]") {
  lapscale::StepSpectrum step;
  step.values = Eigen::Vector3d(0.45, 0.4, 0.05);
  step.self = 0.5;
  const auto moving = lapscale::moving_distance(step);
  REQUIRE(moving.distance == Approx(0.2));
  REQUIRE(moving.rank == 2);
  step.self = 0.9;  // 4.5 times the covariance of a step on a line
  REQUIRE(lapscale::moving_distance(step).distance == 1);
  step.self = 1;
  REQUIRE(lapscale::moving_distance(step).distance == 1);
  REQUIRE(lapscale::moving_distance(step).rank == 0);
}

TEST_CASE("eigenvalues that may decide a distance are above the limit", "[step_spectrum]") {
  // A value counts as 1 from half of the chance to move on; the leading ones and the next give the
  // distance of all of them.
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(9, 0.55, 0.02);
  for (const double self : {0.0, 0.2, 0.45, 0.6}) {
    lapscale::StepSpectrum all;
    all.values = values;
    all.self = self;
    Eigen::Index count = 0;
    while (values[count] > lapscale::min_deciding(values[0], self)) ++count;
    lapscale::StepSpectrum leading = all;
    leading.values = values.head(count + 1);
    REQUIRE(projection_distance(leading.values).distance == projection_distance(values).distance);
    REQUIRE(lapscale::moving_distance(leading).distance == lapscale::moving_distance(all).distance);
  }
}
