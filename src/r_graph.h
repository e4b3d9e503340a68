#ifndef LAPSCALE_R_GRAPH_H
#define LAPSCALE_R_GRAPH_H

#include <Rcpp.h>

#include <string>
#include <utility>
#include <vector>

#include "lapscale/graph/heat_graph.hpp"
#include "r_places.h"
#include "r_points.h"
#include "r_views.h"

inline lapscale::HeatGraphOptions graph_options_from(const Rcpp::List& options) {
  lapscale::HeatGraphOptions graph;
  graph.within_radius = Rcpp::as<bool>(options["within_radius"]);
  graph.k = static_cast<std::size_t>(Rcpp::as<int>(options["k"]));
  const bool mutual = Rcpp::as<std::string>(options["symmetry"]) == "mutual";
  graph.symmetry = mutual ? lapscale::Symmetry::both : lapscale::Symmetry::either;
  graph.cutoff = Rcpp::as<double>(options["cutoff"]);
  graph.self_loops = Rcpp::as<bool>(options["self_loops"]);
  return graph;
}

// bandwidth in the unit of x, or a pure factor: of `scale`, a number per row in the unit of x, or,
// with local_scale = k > 0, of the distance to the k-th neighbor.
inline lapscale::LocalScale scale_from(const Points& points, const Rcpp::List& options,
                                       const lapscale::Runtime& runtime) {
  const lapscale::PointIndex& index = points.index;
  const auto k = static_cast<std::size_t>(Rcpp::as<int>(options["local_scale"]));
  const double bandwidth = Rcpp::as<double>(options["bandwidth"]);
  std::vector<double> scale = by_position(index, options, "scale");
  if (!scale.empty()) {
    for (double& h : scale) h = bandwidth * index.frame().to_unit(h);
    return {std::move(scale), 0};
  }
  if (k > 0) return lapscale::neighbor_scale(sq_kth_of(points, k, runtime), bandwidth);
  return lapscale::constant_scale(index, index.frame().to_unit(bandwidth));
}

#endif
