#ifndef LAPSCALE_RUNTIME_LONG_BLOCKS_HPP
#define LAPSCALE_RUNTIME_LONG_BLOCKS_HPP

#include <atomic>
#include <cstddef>
#include <exception>

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/function_ref.hpp"
#include "lapscale/runtime/runtime.hpp"
#if LAPSCALE_BODIES
#include <chrono>
#include <future>
#include <system_error>
#endif

namespace lapscale {

// Tells blocks that take long that the computation is to stop.
class StopSign {
 public:
  struct Seen : std::exception {};

  void raise() { is_up_ = true; }

  // Throws if the sign is up. Any thread may ask.
  void look() const {
    if (is_up_) throw Seen();
  }

 private:
  std::atomic<bool> is_up_{false};
};

// Calls body(block, sign) for each block in [0, n_blocks), as for_blocks() does, where a block may
// take seconds: the calling thread asks the monitor all the time, and another thread has the work.
// If the monitor throws, the sign goes up, the blocks end where they look at it, and then this
// function throws.
LAPSCALE_ONCE void for_long_blocks(const Runtime& runtime, std::size_t n_blocks,
                                   FunctionRef<void(std::size_t block, const StopSign& sign)> body);
#if LAPSCALE_BODIES
LAPSCALE_ONCE void for_long_blocks(
    const Runtime& runtime, std::size_t n_blocks,
    FunctionRef<void(std::size_t block, const StopSign& sign)> body) {
  StopSign sign;
  std::atomic<std::size_t> done{0};
  const auto work = [&] {
    runtime.executor(n_blocks, [&](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b < end; ++b) {
        sign.look();
        body(b, sign);
        ++done;
      }
    });
  };
  if (!runtime.monitor) return work();
  std::future<void> ended;
  try {
    ended = std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return work();  // where no thread is to be had
  }
  try {
    do {
      runtime.monitor(static_cast<double>(done) / static_cast<double>(n_blocks));
    } while (ended.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready);
  } catch (...) {
    sign.raise();
    ended.wait();
    throw;
  }
  ended.get();
}
#endif

}  // namespace lapscale

#endif
