#include "lapscale/linalg/degree_lists.hpp"

#include <catch.h>

using lapscale::DegreeLists;

TEST_CASE("the least degree goes first, of these the last that came", "[degree_lists]") {
  DegreeLists lists(6);
  lists.insert(0, 4);
  lists.insert(1, 2);
  lists.insert(2, 2);
  lists.insert(3, 5);
  lists.insert(4, 2);
  lists.erase(2, 2);
  REQUIRE(lists.take_least() == 4);
  REQUIRE(lists.take_least() == 1);
  REQUIRE(lists.take_least() == 0);
  REQUIRE(lists.least() == 4);
  lists.insert(1, 1);
  REQUIRE(lists.take_least() == 1);
  REQUIRE(lists.take_least() == 3);
}

TEST_CASE("a row goes from the front, the middle and the end of its list", "[degree_lists]") {
  for (const int gone : {0, 1, 2}) {
    DegreeLists lists(4);
    for (const int row : {0, 1, 2}) lists.insert(row, 3);
    lists.erase(gone, 3);
    REQUIRE(lists.take_least() == (gone == 2 ? 1 : 2));
    REQUIRE(lists.take_least() == (gone == 0 ? 1 : 0));
  }
}
