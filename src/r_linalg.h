#ifndef LAPSCALE_R_LINALG_H
#define LAPSCALE_R_LINALG_H

#include <Rcpp.h>

#include <cstddef>

#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/runtime/runtime.hpp"

// Returns what cpp_sparse_factor() gives of n rows solves; empty for NULL.
lapscale::BlockMap block_solver(const SEXP& solver, std::size_t n,
                                const lapscale::Runtime& runtime);

// Does the same for single vectors.
lapscale::VectorMap vector_solver(const SEXP& solver, std::size_t n,
                                  const lapscale::Runtime& runtime);

#endif
