#ifndef LAPSCALE_R_RUNTIME_H
#define LAPSCALE_R_RUNTIME_H

#include <Rcpp.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "lapscale/runtime/runtime.hpp"
#include "r_executor.h"

// Lets R see to Ctrl-C and to a time limit (setTimeLimit()): throws what R makes an interrupt of the
// first, and an error of the second, which Rcpp::checkUserInterrupt() takes for an interrupt.
inline void check_user() {
  std::string said;
  const auto check = [](void* text) {
    const auto look = [](void*) -> SEXP {
      R_CheckUserInterrupt();
      return R_NilValue;
    };
    // A condition is a list whose first element is its message.
    const auto note = [](SEXP condition, void* text) -> SEXP {
      *static_cast<std::string*>(text) = CHAR(STRING_ELT(VECTOR_ELT(condition, 0), 0));
      return R_NilValue;
    };
    R_tryCatchError(look, nullptr, note, text);
  };
  if (R_ToplevelExec(check, &said) == FALSE) throw Rcpp::internal::InterruptedException();
  if (!said.empty()) throw Rcpp::exception(said.c_str(), false);
}

// Of a monitor: the same, at most fifty times a second, since it costs a call of R.
inline auto occasional_check() {
  using Clock = std::chrono::steady_clock;
  return [last = Clock::now()]() mutable {
    if (Clock::now() - last < std::chrono::milliseconds(20)) return;
    check_user();
    last = Clock::now();
  };
}

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
    runtime.monitor = [check = occasional_check()](double) mutable { check(); };
    return runtime;
  }
  using Clock = std::chrono::steady_clock;
  runtime.monitor = [check = occasional_check(), tick = Rcpp::Function(progress),
                     last = Clock::now()](double done) mutable {
    check();
    if (done < 1 && Clock::now() - last < std::chrono::milliseconds(100)) return;
    last = Clock::now();
    tick(done);
  };
  return runtime;
}

// For work on the calling thread that shows no progress: it only hears Ctrl-C.
inline lapscale::Runtime listening() {
  lapscale::Runtime runtime;
  runtime.monitor = [check = occasional_check()](double) mutable { check(); };
  return runtime;
}

#endif
