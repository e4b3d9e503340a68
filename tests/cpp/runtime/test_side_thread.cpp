#include "lapscale/runtime/side_thread.hpp"

#include <catch.h>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <atomic>
#include <future>
#include <new>
#include <thread>

#include "support/threads.hpp"

using lapscale::Monitor;
using lapscale::SideThread;

namespace {

const Monitor stop = tests::stopping().monitor;
const Monitor silent = [](double) {};

// Work that ends when the gate is opened, and how many such are at work.
struct Gated {
  std::promise<void> gate;
  std::shared_future<void> open = gate.get_future().share();
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  std::atomic<int> ended{0};

  auto work() {
    return [this] {
      most = std::max<int>(most, ++running);
      open.wait();
      --running;
      ++ended;
    };
  }
};

}  // namespace

TEST_CASE("a side thread gives what the work gives, on another thread, and asks meanwhile",
          "[side_thread]") {
  SideThread side;
  int asked = 0;
  double told = 0;
  const auto who = [] { return std::this_thread::get_id(); };
  const Monitor counts = [&](double share) {
    ++asked;
    told += share;
  };
  REQUIRE(side.run(who, counts) != std::this_thread::get_id());
  REQUIRE(asked > 0);
  REQUIRE(told == 0);  // how far the work is, no one knows
  REQUIRE(side.run([] { return 7; }, silent) == 7);
}

TEST_CASE("a side thread throws what the work throws, and serves the next", "[side_thread]") {
  SideThread side;
  REQUIRE_THROWS_AS(side.run([]() -> int { throw std::bad_alloc(); }, silent), std::bad_alloc);
  REQUIRE(side.run([] { return 7; }, silent) == 7);
}

TEST_CASE("however often callers are interrupted, one work at most is left behind",
          "[side_thread]") {
  SideThread side;
  Gated left;
  for (int often = 0; often < 3; ++often) {
    REQUIRE_THROWS_AS(side.run(left.work(), stop), tests::Stop);
  }
  int asked = 0;
  const Monitor opens = [&](double) {
    if (++asked == 3) left.gate.set_value();
  };
  REQUIRE(side.run([&] { return left.ended.load(); }, opens) == 1);
  REQUIRE(left.most == 1);
  REQUIRE(asked > 3);
}

TEST_CASE("whoever waits for another caller's work asks the monitor too", "[side_thread]") {
  SideThread side;
  Gated busy;
  std::promise<void> begun;
  bool told = false;
  const Monitor tells = [&](double) {
    if (told || busy.running == 0) return;
    told = true;
    begun.set_value();
  };
  std::thread other([&] { side.run(busy.work(), tells); });
  begun.get_future().wait();
  REQUIRE_THROWS_AS(side.run([] { return 7; }, stop), tests::Stop);
  int asked = 0;
  const Monitor opens = [&](double) {
    if (++asked == 2) busy.gate.set_value();
  };
  REQUIRE(side.run([&] { return busy.ended.load(); }, opens) == 1);
  other.join();
}

TEST_CASE("after wait() nothing is left behind", "[side_thread]") {
  SideThread side;
  side.wait();
  Gated left;
  REQUIRE_THROWS_AS(side.run(left.work(), stop), tests::Stop);
  std::thread opener([&] { left.gate.set_value(); });
  side.wait();
  REQUIRE(left.ended == 1);
  opener.join();
  REQUIRE(side.run([] { return 7; }, silent) == 7);
}

#ifndef _WIN32
TEST_CASE("a fork has no side thread and waits for none", "[side_thread]") {
  SideThread side;
  Gated left;
  REQUIRE_THROWS_AS(side.run(left.work(), stop), tests::Stop);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    side.wait();
    const auto who = [] { return std::this_thread::get_id(); };
    _exit(side.run(who, silent) == std::this_thread::get_id() ? 7 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) == 7);
  left.gate.set_value();
  side.wait();
}
#endif
