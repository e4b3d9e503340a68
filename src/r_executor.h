#ifndef LAPSCALE_R_EXECUTOR_H
#define LAPSCALE_R_EXECUTOR_H

#include "lapscale/runtime/runtime.hpp"

// Returns what runs the loops of the core on threads of RcppParallel, which only r_executor.cpp
// reads.
lapscale::Executor parallel_executor(int n_threads);

#endif
