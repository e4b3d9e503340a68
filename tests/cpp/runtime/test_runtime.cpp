#include "lapscale/runtime/runtime.hpp"

#include <catch.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/threads.hpp"

using lapscale::for_blocks;
using lapscale::Runtime;

namespace {

// How often each block comes.
std::vector<int> visits(const Runtime& runtime, std::size_t n_blocks) {
  std::vector<int> count(n_blocks, 0);
  for_blocks(runtime, n_blocks, [&](std::size_t b) { ++count[b]; });
  return count;
}

std::vector<Runtime> executors() {
  return {Runtime(), tests::on(tests::backwards), tests::on(tests::Threads(3))};
}

}  // namespace

TEST_CASE("each block comes once, with any executor, watched or not", "[runtime][threads]") {
  for (Runtime runtime : executors()) {
    for (const bool watched : {false, true}) {
      if (watched) runtime.monitor = [](double) {};
      for (const std::size_t n : {0U, 1U, 2U, 7U, 8U, 9U, 100U, 2000U}) {
        REQUIRE(visits(runtime, n) == std::vector<int>(n, 1));
      }
    }
  }
}

TEST_CASE("the share done never falls and ends at 1", "[runtime][threads]") {
  for (Runtime runtime : executors()) {
    std::vector<double> share;
    runtime.monitor = [&](double done) { share.push_back(done); };
    visits(runtime, 5000);
    REQUIRE(std::is_sorted(share.begin(), share.end()));
    REQUIRE(share.front() > 0);
    REQUIRE(share.back() == 1);
  }
}

TEST_CASE("the monitor is called on the calling thread", "[runtime][threads]") {
  Runtime runtime = tests::on(tests::Threads(2));
  const std::thread::id caller = std::this_thread::get_id();
  bool same = true;
  runtime.monitor = [&](double) { same = same && std::this_thread::get_id() == caller; };
  visits(runtime, 100);
  REQUIRE(same);
}

// Waves of about 50 ms: in 200 ms of work the monitor is asked several times.
TEST_CASE("slow blocks are watched often", "[runtime]") {
  Runtime runtime;
  int calls = 0;
  runtime.monitor = [&](double) { ++calls; };
  for_blocks(runtime, 40,
             [](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
  REQUIRE(calls >= 3);
}

TEST_CASE("a throwing monitor stops the pass", "[runtime][threads]") {
  struct Stop {};
  for (Runtime runtime : executors()) {
    std::atomic<std::size_t> done{0};
    runtime.monitor = [](double) { throw Stop(); };
    REQUIRE_THROWS_AS(for_blocks(runtime, 1000, [&](std::size_t) { ++done; }), Stop);
    REQUIRE(done > 0);
    REQUIRE(done < 1000);
  }
}

TEST_CASE("an exception in a block arrives at the caller", "[runtime][threads]") {
  for (Runtime runtime : executors()) {
    for (const bool watched : {false, true}) {
      if (watched) runtime.monitor = [](double) {};
      REQUIRE_THROWS_AS(for_blocks(runtime, 100,
                                   [](std::size_t b) {
                                     if (b == 57) throw std::out_of_range("57");
                                   }),
                        std::out_of_range);
    }
  }
}

TEST_CASE("each row comes once, in blocks of rows", "[runtime][threads]") {
  for (const Runtime& runtime : executors()) {
    for (const std::size_t n : {0U, 1U, 1024U, 2500U}) {
      std::vector<int> count(n, 0);
      lapscale::for_rows(n, runtime, [&](std::size_t row) { ++count[row]; });
      REQUIRE(count == std::vector<int>(n, 1));
      lapscale::for_rows(
          n, runtime, [&](std::size_t row) { ++count[row]; }, 7);
      REQUIRE(count == std::vector<int>(n, 2));
    }
  }
}

TEST_CASE("ranges cut everything into pieces of one size, the last one shorter",
          "[runtime][threads]") {
  for (const Runtime& runtime : executors()) {
    for (const std::ptrdiff_t n : {0, 1, 9, 10, 11, 95}) {
      std::vector<std::ptrdiff_t> begin_of(static_cast<std::size_t>(n), -1);
      std::atomic<std::ptrdiff_t> n_ranges{0};
      lapscale::for_ranges(n, std::ptrdiff_t{10}, runtime,
                           [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
                             n_ranges += begin < end ? 1 : 1000;
                             for (std::ptrdiff_t i = begin; i < end; ++i) {
                               begin_of[static_cast<std::size_t>(i)] = begin;
                             }
                           });
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        REQUIRE(begin_of[static_cast<std::size_t>(i)] == i / 10 * 10);
      }
      REQUIRE(n_ranges == (n + 9) / 10);
    }
  }
}

TEST_CASE("the kernels are those of the level asked for", "[runtime]") {
  for (const lapscale::SimdLevel level : tests::levels()) {
    REQUIRE(tests::at_level(level).kernels().dot == lapscale::simd_kernels(level).dot);
  }
}

TEST_CASE("parts of a pass are one to the monitor", "[runtime]") {
  std::vector<double> shares;
  Runtime whole;
  whole.monitor = [&](double done) { shares.push_back(done); };
  const Runtime part = lapscale::part_of(whole, 1, 3, 4);
  part.monitor(0);
  part.monitor(1);
  REQUIRE((shares == std::vector<double>{0.25, 0.75}));
  REQUIRE(!lapscale::part_of(Runtime(), 0, 1, 2).monitor);
}
