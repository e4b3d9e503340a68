#include "lapscale/runtime/long_blocks.hpp"

#include <catch.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/threads.hpp"

using lapscale::for_long_blocks;
using lapscale::Runtime;
using lapscale::StopSign;

TEST_CASE("long blocks are all done once, on any executor, with a monitor and without",
          "[long_blocks][threads]") {
  for (Runtime runtime : {Runtime(), tests::on(tests::Threads(3)), tests::on(tests::backwards)}) {
    for (const bool asks : {false, true}) {
      std::vector<double> told;
      if (asks) runtime.monitor = [&](double share) { told.push_back(share); };
      std::vector<int> count(23);
      for_long_blocks(runtime, count.size(), [&](std::size_t b, const StopSign& sign) {
        sign.look();
        ++count[b];
      });
      REQUIRE(count == std::vector<int>(23, 1));
      REQUIRE(told.empty() != asks);
      for (const double share : told) REQUIRE((share >= 0 && share <= 1));
    }
  }
}

TEST_CASE("a monitor that throws ends a long block on its way", "[long_blocks][threads]") {
  for (Runtime runtime : {Runtime(), tests::on(tests::Threads(2))}) {
    std::atomic<bool> started{false};
    runtime.monitor = [&](double) {
      if (started) throw tests::Stop();
    };
    REQUIRE_THROWS_AS(for_long_blocks(runtime, 4,
                                      [&](std::size_t, const StopSign& sign) {
                                        started = true;
                                        while (true) {  // ends by the sign alone
                                          sign.look();
                                          std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                        }
                                      }),
                      tests::Stop);
  }
}

TEST_CASE("what a long block throws is thrown", "[long_blocks]") {
  Runtime runtime;
  runtime.monitor = [](double) {};
  REQUIRE_THROWS_AS(for_long_blocks(runtime, 3,
                                    [](std::size_t b, const StopSign&) {
                                      if (b == 1) throw std::runtime_error("no");
                                    }),
                    std::runtime_error);
}
