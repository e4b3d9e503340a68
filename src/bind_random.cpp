#include <Rcpp.h>

#include <cstddef>
#include <cstdint>

#include "lapscale/runtime/random.hpp"

// n numbers uniform on [0, 1). Number i depends on seed, stream and i alone, so the first numbers
// are the same however many are asked for.
//   seed, stream  whole numbers in [0, 2^53)
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_uniform(int n, double seed, double stream) {
  const lapscale::CounterRandom random(static_cast<std::uint64_t>(seed));
  const auto column = static_cast<std::uint64_t>(stream);
  Rcpp::NumericVector u(n);
  double* out = u.begin();
  const auto size = static_cast<std::size_t>(n);
  for (std::size_t i = 0; i < size; ++i) out[i] = random.uniform(i, column);
  return u;
}
