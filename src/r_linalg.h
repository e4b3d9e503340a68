#ifndef LAPSCALE_R_LINALG_H
#define LAPSCALE_R_LINALG_H

#include <Rcpp.h>

#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/runtime/runtime.hpp"

// What R's cholesky_solver() gives: the parts of a factor, or a function of a matrix that R
// computes, on the main thread; empty for NULL.
lapscale::BlockMap block_solver(const SEXP& solver, const lapscale::Runtime& runtime);

// The same for single vectors.
lapscale::VectorMap vector_solver(const SEXP& solver, const lapscale::Runtime& runtime);

#endif
