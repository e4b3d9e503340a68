#include "lapscale/runtime/kept_objects.hpp"

#include <catch.h>

#include <cstddef>
#include <set>
#include <vector>

#include "lapscale/runtime/runtime.hpp"
#include "support/threads.hpp"

using lapscale::KeptObjects;

namespace {

struct Counted {
  int uses = 0;
};

}  // namespace

TEST_CASE("an object is made when all are in use, and serves again", "[kept_objects]") {
  KeptObjects<Counted> objects;
  int made = 0;
  const auto make = [&] {
    ++made;
    return Counted();
  };
  std::set<const Counted*> seen;
  for (int i = 0; i < 3; ++i) {
    objects.with(make, [&](Counted& outer) {
      seen.insert(&outer);
      ++outer.uses;
      objects.with(make, [&](Counted& inner) {
        REQUIRE(&inner != &outer);
        seen.insert(&inner);
        ++inner.uses;
      });
    });
  }
  REQUIRE(made == 2);
  REQUIRE(seen.size() == 2);
  int uses = 0;
  for (const Counted* object : seen) uses += object->uses;
  REQUIRE(uses == 6);
}

TEST_CASE("no two threads have the same object", "[kept_objects][threads]") {
  KeptObjects<Counted> objects;
  std::vector<int> uses(200, 0);
  lapscale::for_blocks(tests::on(tests::Threads(3)), uses.size(), [&](std::size_t i) {
    objects.with([] { return Counted(); },
                 [&](Counted& object) {
                   const int before = object.uses++;
                   for (int spin = 0; spin < 1000; ++spin) uses[i] += object.uses == before + 1;
                 });
  });
  for (const int count : uses) REQUIRE(count == 1000);
}
