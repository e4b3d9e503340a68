#ifndef LAPSCALE_R_HEAT_PRODUCT_H
#define LAPSCALE_R_HEAT_PRODUCT_H

#include <Rcpp.h>

#include <utility>
#include <vector>

#include "lapscale/graph/heat_product.hpp"
#include "r_checks.h"

// options  bandwidth h in the unit of x, cutoff, self_loops, factor (length n)
inline lapscale::HeatProduct heat_product(const lapscale::PointIndex& index,
                                          const Rcpp::List& options) {
  auto factor = Rcpp::as<std::vector<double>>(options["factor"]);
  check_size("factor", factor.size(), index.size());
  return {index, index.frame().to_unit(Rcpp::as<double>(options["h"])),
          Rcpp::as<double>(options["cutoff"]), Rcpp::as<bool>(options["self_loops"]),
          std::move(factor)};
}

#endif
