#ifndef LAPSCALE_RUNTIME_SIDE_THREAD_HPP
#define LAPSCALE_RUNTIME_SIDE_THREAD_HPP

#ifndef _WIN32
#include <unistd.h>
#endif

#include <chrono>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// A thread for work that cannot be interrupted, while its caller asks the monitor. If that throws,
// the work continues unseen to its end, and the next caller waits for it, asking too. However often
// callers are interrupted, at most one such work takes memory.
class SideThread {
 public:
  SideThread() = default;
  ~SideThread() { wait(); }
  SideThread(const SideThread&) = delete;
  SideThread& operator=(const SideThread&) = delete;

  // The one of the process. It is never destroyed: a process that ends does not wait for it.
  static SideThread& shared() {
    static auto* const only = new SideThread;  // NOLINT(*-owning-memory, *-non-const-global-*)
    return *only;
  }

  // work(), which has to own what it uses; what it throws is thrown here. The monitor may not come
  // back here: the thread that waits holds the turn. Where no thread is to be
  // had, and in a fork, which has no threads of the process that it is a copy of, by the caller's.
  template <class Work>
  auto run(const Work& work, const Monitor& monitor) -> decltype(work()) {
    if (process_ != this_process()) return work();
    std::unique_lock<std::mutex> turn(turn_, std::defer_lock);
    while (!turn.try_lock()) {
      monitor(0);
      std::this_thread::sleep_for(between);
    }
    await(monitor);
    std::packaged_task<decltype(work())()> task(work);
    auto result = task.get_future();
    std::promise<void> ended;
    ended_ = ended.get_future();
    try {
      thread_ = std::thread(
          [](auto own, std::promise<void> end) {
            own();
            end.set_value();
          },
          std::move(task), std::move(ended));
    } catch (const std::system_error&) {
      return work();
    }
    await(monitor);
    return result.get();
  }

  // Returns when the thread has ended: its code may be unloaded then.
  void wait() {
    if (process_ != this_process()) return;
    const std::lock_guard<std::mutex> turn(turn_);
    if (thread_.joinable()) thread_.join();
  }

 private:
  static constexpr std::chrono::milliseconds between{50};

  static long this_process() {
#ifdef _WIN32
    return 0;
#else
    return static_cast<long>(getpid());
#endif
  }

  void await(const Monitor& monitor) {
    if (!thread_.joinable()) return;
    do {
      monitor(0);
    } while (ended_.wait_for(between) != std::future_status::ready);
    thread_.join();
  }

  const long process_ = this_process();
  std::mutex turn_;  // of whoever waits for the thread
  std::thread thread_;
  std::future<void> ended_;
};

}  // namespace lapscale

#endif
