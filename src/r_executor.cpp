#include "r_executor.h"

#ifdef _WIN32
// TBB, which RcppParallel leaves to the package there.
#define RCPP_PARALLEL_USE_TBB 1
#endif
#include <RcppParallel.h>

#include <cstddef>
#include <exception>
#include <mutex>

namespace {

// Bodies must not touch the R API. The tinythread backend drops exceptions, so the first one is
// kept here and rethrown on the calling thread.
struct RangeWorker : RcppParallel::Worker {
  explicit RangeWorker(const lapscale::RangeBody& b) : body(b) {}

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

}  // namespace

lapscale::Executor parallel_executor(int n_threads) {
  return [n_threads](std::size_t n, const lapscale::RangeBody& body) {
    if (n == 0) return;
    if (n_threads == 1 || n == 1) return body(std::size_t{0}, n);
    RangeWorker worker(body);
    RcppParallel::parallelFor(0, n, worker, /* grainSize = */ 1, n_threads);
    if (worker.error) std::rethrow_exception(worker.error);
  };
}
