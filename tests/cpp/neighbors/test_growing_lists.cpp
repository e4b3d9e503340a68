#include "lapscale/neighbors/growing_lists.hpp"

#include <catch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::GrowingLists;
using lapscale::Neighbor;
using lapscale::Runtime;

namespace {

// The list of a number: k neighbors and size(number) - k more.
std::vector<Neighbor> list_of(std::size_t number, std::size_t size) {
  std::vector<Neighbor> list;
  for (std::size_t j = 0; j < size; ++j) {
    list.push_back({static_cast<std::uint32_t>(100 * number + j), static_cast<double>(j)});
  }
  return list;
}

}  // namespace

TEST_CASE("lists come back as they were given, of k or more neighbors", "[growing_lists]") {
  for (const std::size_t longer : {1U, 3U, 1000U}) {
    const auto size = [&](std::size_t i) { return i % longer == longer - 1 ? 3 + i % 7 : 3; };
    for (const Runtime& runtime :
         {Runtime(), tests::on(tests::backwards), tests::on(tests::Threads(3))}) {
      GrowingLists lists(50, 3, 5, std::size_t(-1));
      // The numbers of a block need not stand beside each other.
      lapscale::for_blocks(runtime, 5, [&](std::size_t block) {
        for (std::size_t i = block; i < 50; i += 5) lists.set(i, block, list_of(i, size(i)));
      });
      const Adjacency found = lists.take(runtime);
      REQUIRE(found.size() == 50);
      for (std::size_t i = 0; i < 50; ++i) {
        const std::vector<Neighbor> wanted = list_of(i, size(i));
        REQUIRE(found.of(i).size() == wanted.size());
        for (std::size_t j = 0; j < wanted.size(); ++j) {
          REQUIRE(found.of(i)[j].point == wanted[j].point);
          REQUIRE(found.of(i)[j].sq_dist == wanted[j].sq_dist);
        }
      }
    }
  }
}

TEST_CASE("too many neighbors are refused as soon as they are there", "[growing_lists]") {
  GrowingLists lists(4, 2, 1, 11);
  lists.set(0, 0, list_of(0, 5));
  lists.set(1, 0, list_of(1, 2));
  REQUIRE_THROWS_AS(lists.set(2, 0, list_of(2, 3)), lapscale::TooManyNeighbors);
}
