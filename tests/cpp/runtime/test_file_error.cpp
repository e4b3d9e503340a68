#include "lapscale/runtime/file_error.hpp"

#include <catch.h>

#include <string>

TEST_CASE("a file error says which file and what", "[file_error]") {
  const lapscale::FileError error("a/b.bk", "is too short");
  REQUIRE(error.path() == "a/b.bk");
  REQUIRE(error.what() == std::string("is too short"));
}
