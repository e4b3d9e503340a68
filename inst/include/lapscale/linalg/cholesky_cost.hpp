#ifndef LAPSCALE_LINALG_CHOLESKY_COST_HPP
#define LAPSCALE_LINALG_CHOLESKY_COST_HPP

#include <algorithm>

#include "lapscale/linalg/cholesky_plan.hpp"

namespace lapscale {

// Estimates what products with a sparse matrix cost and what a Cholesky factor costs instead, in
// seconds of one core: notes/eigen-solver.md has what these figures stand on. The number of threads
// is no argument: it may not change the choice, and with it the last bits.

// Returns the seconds of products with a matrix of this number of entries.
inline double product_seconds(double n_products, double entries) {
  return n_products * entries * 3e-9;
}

inline double factor_seconds(const CholeskyPlan& plan) {
  return plan.products / 1.7e9;
}

// Solves with a factor, for each of its entries.
inline double solve_seconds(double n_solves) {
  return n_solves * 5e-9;
}

// Entries of a factor beyond which its solves alone take longer than `seconds`. None has more than
// 1e9, a constant and not what memory is free: that would change from one run to the next.
inline double max_factor_entries(double seconds, double n_solves) {
  return std::min(seconds / solve_seconds(n_solves), 1e9);
}

}  // namespace lapscale

#endif
