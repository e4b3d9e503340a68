#ifndef LAPSCALE_R_RUNTIME_H
#define LAPSCALE_R_RUNTIME_H

#include <Rcpp.h>

#include <algorithm>
#include <chrono>

#include "lapscale/runtime/runtime.hpp"
#include "r_executor.h"

// Returns the Runtime of one call, from the list that R/core_runtime.R makes: n_threads, simd (0,
// 1, 2: the level to stay at or below) and progress (NULL or a function of the share done). Its
// monitor runs on the main thread between waves: Ctrl-C throws from there and unwinds the core.
inline lapscale::Runtime runtime_from(const Rcpp::List& settings) {
  lapscale::Runtime runtime;
  runtime.executor = parallel_executor(Rcpp::as<int>(settings["n_threads"]));
  const auto cap = static_cast<lapscale::SimdLevel>(Rcpp::as<int>(settings["simd"]));
  runtime.simd = std::min(runtime.simd, cap);
  const SEXP progress = settings["progress"];
  if (Rf_isNull(progress)) {
    runtime.monitor = [](double) { Rcpp::checkUserInterrupt(); };
    return runtime;
  }
  using Clock = std::chrono::steady_clock;
  runtime.monitor = [tick = Rcpp::Function(progress), last = Clock::now()](double done) mutable {
    Rcpp::checkUserInterrupt();
    if (done < 1 && Clock::now() - last < std::chrono::milliseconds(100)) return;
    last = Clock::now();
    tick(done);
  };
  return runtime;
}

// For work on the calling thread that shows no progress: it only hears Ctrl-C.
inline lapscale::Runtime listening() {
  lapscale::Runtime runtime;
  runtime.monitor = [](double) { Rcpp::checkUserInterrupt(); };
  return runtime;
}

#endif
