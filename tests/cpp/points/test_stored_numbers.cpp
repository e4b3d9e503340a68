#include "lapscale/points/stored_numbers.hpp"

#include <catch.h>

#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

using lapscale::StoredNumbers;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan_value = std::nan("");

template <class Scalar>
std::vector<double> there_and_back(const std::vector<double>& values) {
  std::vector<char> raw(values.size() * sizeof(Scalar));
  StoredNumbers<Scalar>::pack(values.data(), values.size(), raw.data());
  std::vector<double> out(values.size());
  StoredNumbers<Scalar>::unpack(raw.data(), values.size(), -99, out.data());
  return out;
}

}  // namespace

TEST_CASE("numbers that a type has come back, missing ones as what is asked for",
          "[stored_numbers]") {
  const std::vector<double> floats = {0.5, nan_value, -infinity, FLT_MAX};
  const std::vector<double> floats_again = {0.5, -99, -infinity, FLT_MAX};
  REQUIRE(there_and_back<float>(floats) == floats_again);
  const std::vector<double> ints = {-7, nan_value, 2147483647};
  const std::vector<double> ints_again = {-7, -99, 2147483647};
  REQUIRE(there_and_back<std::int32_t>(ints) == ints_again);
  const std::vector<double> near_missing = there_and_back<float>({FLT_MIN, -FLT_MIN});
  REQUIRE(near_missing[0] > FLT_MIN);
  REQUIRE(near_missing[0] < FLT_MIN * (1 + 1e-6));
  REQUIRE(near_missing[1] == -FLT_MIN);
}

TEST_CASE("what is beyond the range of a type has no place in it", "[stored_numbers]") {
  REQUIRE(StoredNumbers<float>::holds(nan_value));
  REQUIRE(StoredNumbers<float>::holds(infinity));
  REQUIRE(StoredNumbers<float>::holds(-FLT_MAX));
  REQUIRE_FALSE(StoredNumbers<float>::holds(1e39));
  REQUIRE(StoredNumbers<std::int32_t>::holds(-2147483647));
  REQUIRE_FALSE(StoredNumbers<std::int32_t>::holds(2147483648.0));
  REQUIRE_FALSE(StoredNumbers<std::int32_t>::holds(infinity));
}
