#ifndef LAPSCALE_R_EXECUTOR_H
#define LAPSCALE_R_EXECUTOR_H

#include <RcppParallel.h>
#ifdef _WIN32
// Empty words of windows.h, which are names in the core.
#undef near
#undef far
#endif

#include <cstddef>
#include <exception>
#include <mutex>

#include "lapscale/runtime/runtime.hpp"

// Runs a core loop on RcppParallel threads. Bodies must not touch the R API. The tinythread
// backend drops exceptions, so the first one is kept here and rethrown on the calling thread.
class RcppParallelExecutor {
 public:
  explicit RcppParallelExecutor(int n_threads) : n_threads_(n_threads) {}

  void operator()(std::size_t n, const lapscale::RangeBody& body) const {
    if (n == 0) return;
    if (n_threads_ == 1 || n == 1) return body(std::size_t{0}, n);
    Worker worker(body);
    RcppParallel::parallelFor(0, n, worker, /* grainSize = */ 1, n_threads_);
    if (worker.error) std::rethrow_exception(worker.error);
  }

 private:
  struct Worker : RcppParallel::Worker {
    explicit Worker(const lapscale::RangeBody& b) : body(b) {}

    void operator()(std::size_t begin, std::size_t end) override {
      try {
        body(begin, end);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!error) error = std::current_exception();
      }
    }

    const lapscale::RangeBody& body;
    std::mutex mutex;
    std::exception_ptr error;
  };

  int n_threads_;
};

#endif
