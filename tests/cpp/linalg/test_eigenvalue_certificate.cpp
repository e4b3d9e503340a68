#include "lapscale/linalg/eigenvalue_certificate.hpp"

#include <catch.h>

#include <cmath>
#include <cstdint>

#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::eigenvalue_certificate;
using lapscale::steps_to_be_sure;

namespace {

Eigen::VectorXd random_start(Eigen::Index n, std::uint64_t seed) {
  tests::Draw draw(seed);
  return Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index) { return draw.uniform() - 0.5; });
}

// From -1 to `below`, and one eigenvalue on top.
Eigen::VectorXd spectrum(Eigen::Index n, double below, double top) {
  Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(n, -1, below);
  values[n / 2] = top;
  return values;
}

double left(const Eigen::VectorXd& values, double level, std::uint64_t seed) {
  const auto times = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    return values.cwiseProduct(x);
  };
  return eigenvalue_certificate(times, random_start(values.size(), seed), level);
}

}  // namespace

TEST_CASE("steps grow with the size and the inverse root of the share",
          "[eigenvalue_certificate]") {
  REQUIRE(steps_to_be_sure(100, 1) < steps_to_be_sure(1000000, 1));
  REQUIRE(steps_to_be_sure(1000, 1) < 15);
  REQUIRE(std::abs(steps_to_be_sure(1000, 1e-6) / steps_to_be_sure(1000, 1e-4) - 10) < 0.02);
}

TEST_CASE("an eigenvalue at the level is never missed", "[eigenvalue_certificate]") {
  for (const double below : {0.0, 1.0, 1.9, 1.99}) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      REQUIRE(left(spectrum(2000, below, 2), 2 - 1e-9, seed) >= 2 - 1e-9);
    }
  }
}

TEST_CASE("a level far above is told with few products", "[eigenvalue_certificate]") {
  int products = 0;
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(2000, -1, 1);
  const auto times = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    ++products;
    return values.cwiseProduct(x);
  };
  const double found = eigenvalue_certificate(times, random_start(2000, 1), 50);
  REQUIRE(found < 1 + 1e-12);
  REQUIRE(products < 20);
}

TEST_CASE("what cannot be told is the level itself", "[eigenvalue_certificate]") {
  const double level = 1 + 1e-9;
  REQUIRE(left(Eigen::VectorXd::LinSpaced(5000, -1, 1), level, 3) == level);
}

TEST_CASE("a space that ends early gives its largest eigenvalue", "[eigenvalue_certificate]") {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(50);
  values.head(20).setConstant(0.5);
  REQUIRE(std::abs(left(values, 0.6, 1) - 0.5) < 1e-14);
}
