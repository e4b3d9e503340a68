#ifndef LAPSCALE_RUNTIME_RUNTIME_HPP
#define LAPSCALE_RUNTIME_RUNTIME_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/function_ref.hpp"
#include "lapscale/runtime/simd_kernels.hpp"
#include "lapscale/runtime/simd_level.hpp"

namespace lapscale {

using RangeBody = std::function<void(std::size_t begin, std::size_t end)>;

// An executor is any callable executor(n, body) that calls body(begin, end) on disjoint ranges
// covering [0, n), perhaps on several threads, and returns when all are done. It rethrows the
// first exception that a body throws. Serial is the reference; bindings bring a threaded one.
using Executor = std::function<void(std::size_t n, const RangeBody& body)>;

inline void serial(std::size_t n, const RangeBody& body) {
  if (n > 0) body(0, n);
}

// Called on the calling thread between waves of blocks, about every 50 ms, with the share of the
// present pass that is done, in [0, 1]. It stops the computation by throwing.
using Monitor = std::function<void(double done)>;

// Where and how a computation runs. Only `simd`, whose levels differ in the last digits, changes a
// result.
struct Runtime {
  Executor executor = serial;
  Monitor monitor = {};
  SimdLevel simd = best_simd_level();

  SimdKernels kernels() const { return simd_kernels(simd); }
};

// Calls body(block) for each block in [0, n_blocks). The caller fixes what a block is, never by
// the number of threads, and lets each block write its own part of the result: so the result is
// the same for every executor. A block should take well below 50 ms.
LAPSCALE_ONCE void for_blocks(const Runtime& runtime, std::size_t n_blocks,
                              FunctionRef<void(std::size_t block)> body);
#if LAPSCALE_BODIES
LAPSCALE_ONCE void for_blocks(const Runtime& runtime, std::size_t n_blocks,
                              FunctionRef<void(std::size_t block)> body) {
  using Clock = std::chrono::steady_clock;
  constexpr double wave_seconds = 0.05;
  std::size_t wave = runtime.monitor ? 8 : n_blocks;
  for (std::size_t done = 0; done < n_blocks;) {
    const std::size_t size = std::min(wave, n_blocks - done);
    const auto start = Clock::now();
    runtime.executor(size, [&](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b < end; ++b) body(done + b);
    });
    done += size;
    if (!runtime.monitor) continue;
    runtime.monitor(static_cast<double>(done) / static_cast<double>(n_blocks));
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const double growth = std::min(4.0, std::max(0.25, wave_seconds / std::max(seconds, 1e-6)));
    wave = std::max<std::size_t>(2, static_cast<std::size_t>(static_cast<double>(size) * growth));
  }
}
#endif

// Returns the same on the calling thread alone, where blocks follow one another in order.
inline Runtime in_order(Runtime runtime) {
  runtime.executor = serial;
  return runtime;
}

// Returns the same for the steps from `begin` to `end` of `count` that are one pass to the monitor.
inline Runtime part_of(Runtime runtime, std::size_t begin, std::size_t end, std::size_t count) {
  if (!runtime.monitor) return runtime;
  runtime.monitor = [monitor = std::move(runtime.monitor), begin, end, count](double done) {
    const auto first = static_cast<double>(begin);
    monitor((first + done * static_cast<double>(end - begin)) / static_cast<double>(count));
  };
  return runtime;
}

// Calls body(begin, end) for the ranges of `size` that [0, n) is cut into, each a block; the last
// one may be shorter.
template <class Index, class Body>
void for_ranges(Index n, Index size, const Runtime& runtime, const Body& body) {
  for_blocks(runtime, static_cast<std::size_t>((n + size - 1) / size), [&](std::size_t b) {
    const Index begin = static_cast<Index>(b) * size;
    body(begin, std::min<Index>(n, begin + size));
  });
}

// Calls body(row) for all rows, in blocks of `size`.
template <class Body>
void for_rows(std::size_t n, const Runtime& runtime, const Body& body, std::size_t size = 1024) {
  for_ranges(n, size, runtime, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) body(row);
  });
}

}  // namespace lapscale

#endif
