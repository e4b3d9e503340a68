#include "lapscale/runtime/signed_vector.hpp"

#include <catch.h>

using lapscale::SignedVector;

TEST_CASE("a vector of signed places", "[signed_vector]") {
  SignedVector<int> v(3, 7);
  v[2] = 1;
  const SignedVector<int>& same = v;
  REQUIRE(same[0] == 7);
  REQUIRE(same[2] == 1);
  REQUIRE(v.size() == 3);
  REQUIRE(SignedVector<double>().size() == 0);
}
