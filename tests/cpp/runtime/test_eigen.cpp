#include "lapscale/runtime/eigen.hpp"

#include <catch.h>

#include <cmath>
#include <stdexcept>

TEST_CASE("matrices are stored by column, as the maps over R's matrices assume", "[eigen]") {
  Eigen::MatrixXd m(3, 2);
  m << 1, 4, 2, 5, 3, 6;
  REQUIRE(m.data()[1] == 2);
  REQUIRE(m.data()[3] == 4);
  REQUIRE(m.col(1).data() == m.data() + 3);
}

// These two keep the other tests honest: a wrong index or an unwritten entry would show.
TEST_CASE("in these tests a wrong index throws and unwritten memory is NaN", "[eigen]") {
  const Eigen::VectorXd three(3);
  REQUIRE_THROWS_AS(three[3], std::logic_error);
  REQUIRE(std::isnan(three[0]));
}
