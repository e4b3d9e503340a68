#include "lapscale/runtime/function_ref.hpp"

#include <catch.h>

#include <functional>

using lapscale::FunctionRef;

namespace {

int twice(FunctionRef<int(int x)> f) {
  return f(f(1));
}

}  // namespace

TEST_CASE("what is borrowed is called where it is, with what it refers to", "[function_ref]") {
  int calls = 0;
  const auto add = [&](int x) {
    ++calls;
    return x + 10;
  };
  REQUIRE(twice(add) == 21);
  REQUIRE(calls == 2);
  REQUIRE(twice(std::function<int(int)>(add)) == 21);
  REQUIRE(twice(FunctionRef<int(int)>(add)) == 21);
}

TEST_CASE("a result that is not asked for is dropped", "[function_ref]") {
  int seen = 0;
  const auto keep = [&](int x) { return seen = x; };
  const FunctionRef<void(int)> f = keep;
  f(7);
  REQUIRE(seen == 7);
}
