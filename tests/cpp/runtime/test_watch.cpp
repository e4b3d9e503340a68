#include "lapscale/runtime/watch.hpp"

#include <catch.h>

#include <vector>

#include "support/threads.hpp"

using lapscale::Runtime;
using lapscale::Watch;

TEST_CASE("a watch asks after so much work, with the share done", "[watch]") {
  std::vector<double> share;
  Runtime runtime;
  runtime.monitor = [&](double done) { share.push_back(done); };
  Watch watch(runtime);
  for (int i = 1; i <= 4; ++i) watch.step(Watch::between / 2, i, 8);
  REQUIRE(share == (std::vector<double>{0.25, 0.5}));
  watch.step(10 * Watch::between, 5, 8);
  REQUIRE(share.back() == 0.625);
  watch.step(Watch::between - 1, 6, 8);
  REQUIRE(share.size() == 3);
}

TEST_CASE("a watch lets through what the monitor throws, and needs none", "[watch]") {
  const Runtime stopping = tests::stopping();
  Watch watch(stopping);
  REQUIRE_THROWS_AS(watch.step(Watch::between, 1, 2), tests::Stop);
  const Runtime quiet;
  Watch(quiet).step(Watch::between, 1, 2);
}
