#ifndef LAPSCALE_TESTS_THREADS_HPP
#define LAPSCALE_TESTS_THREADS_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "lapscale/runtime/runtime.hpp"

namespace tests {

// An executor on std::thread: whoever is free takes the next index. Keeps the first exception and
// rethrows it when all threads have ended.
class Threads {
 public:
  explicit Threads(std::size_t n_threads) : n_threads_(n_threads) {}

  void operator()(std::size_t n, const lapscale::RangeBody& body) const {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&] {
      try {
        for (std::size_t i = next++; i < n; i = next++) body(i, i + 1);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!error) error = std::current_exception();
      }
    };
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < n_threads_; ++t) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    if (error) std::rethrow_exception(error);
  }

 private:
  std::size_t n_threads_;
};

// An executor that takes ranges of three from the end: another order, no threads.
inline void backwards(std::size_t n, const lapscale::RangeBody& body) {
  for (std::size_t end = n; end > 0;) {
    const std::size_t begin = end - std::min<std::size_t>(end, 3);
    body(begin, end);
    end = begin;
  }
}

inline lapscale::Runtime on(const lapscale::Executor& executor) {
  lapscale::Runtime runtime;
  runtime.executor = executor;
  return runtime;
}

inline lapscale::Runtime at_level(lapscale::SimdLevel level) {
  lapscale::Runtime runtime;
  runtime.simd = level;
  return runtime;
}

// What a monitor throws where an interrupt comes, and a runtime to which it comes at once.
struct Stop {};

inline lapscale::Runtime stopping() {
  lapscale::Runtime runtime;
  runtime.monitor = [](double) { throw Stop(); };
  return runtime;
}

// The levels that this processor has.
inline std::vector<lapscale::SimdLevel> levels() {
  using lapscale::SimdLevel;
  std::vector<SimdLevel> all;
  for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level <= lapscale::best_simd_level()) all.push_back(level);
  }
  return all;
}

}  // namespace tests

#endif
