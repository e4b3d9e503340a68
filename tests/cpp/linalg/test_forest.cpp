#include "lapscale/linalg/forest.hpp"

#include <catch.h>

#include <vector>

#include "support/threads.hpp"

using lapscale::Forest;
using lapscale::Runtime;
using lapscale::Watch;

namespace {

std::vector<int> postorder(const std::vector<int>& parent, const Runtime& runtime = Runtime()) {
  const auto n = static_cast<int>(parent.size());
  Forest forest(n);
  for (int i = n; i-- > 0;) forest.hang(i, parent[static_cast<std::size_t>(i)]);
  Watch watch(runtime);
  return forest.postorder(watch);
}

}  // namespace

TEST_CASE("each node comes after those that hang on it", "[forest]") {
  // 0 and 3 on 5, 1 on 3, 2 and 4 alone.
  REQUIRE(postorder({5, 3, 6, 5, 6, 6}) == (std::vector<int>{2, 4, 0, 1, 3, 5}));
  REQUIRE(postorder({1, 2, 3}) == (std::vector<int>{0, 1, 2}));
  REQUIRE(postorder({}).empty());
}

TEST_CASE("a walk through a forest stops where the monitor throws", "[forest]") {
  const std::vector<int> roots(100000, 100000);
  REQUIRE_THROWS_AS(postorder(roots, tests::stopping()), tests::Stop);
}
