#ifndef LAPSCALE_R_PLACES_H
#define LAPSCALE_R_PLACES_H

#include <Rcpp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/local_scale.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "r_points.h"

// Distances to neighbors that count rows at one place once, where these are known.

// The number of neighbors that a row has at most.
inline std::size_t most_neighbors(const Points& points) {
  return (points.places ? points.places->index.size() : points.index.size()) - 1;
}

// Brings squared distances in the unit of the places into that of all points.
inline double sq_unit_ratio(const Points& points) {
  return std::ldexp(1.0,
                    2 * (points.places->index.frame().exponent - points.index.frame().exponent));
}

// Squared distances to the k-th neighbor, by position.
inline std::vector<double> sq_kth_of(const Points& points, std::size_t k,
                                     const lapscale::Runtime& runtime) {
  if (!points.places) return lapscale::sq_kth_distances(points.index, k, runtime);
  const Places& places = *points.places;
  const std::vector<double> of_place =
      lapscale::sq_kth_distances(places.index, std::min(k, most_neighbors(points)), runtime);
  const double ratio = sq_unit_ratio(points);
  std::vector<double> sq_kth;
  sq_kth.reserve(points.index.size());
  for (std::size_t i = 0; i < points.index.size(); ++i) {
    const std::size_t place = places.of_row[points.index.row_of(i)];
    sq_kth.push_back(ratio * of_place[places.index.position_of(place)]);
  }
  return sq_kth;
}

// The same of new points, by position in `queries`.
//   at  these points as R gave them
inline std::vector<double> query_sq_kth_of(const Points& points,
                                           const lapscale::PointIndex& queries, SEXP at,
                                           std::size_t k, const lapscale::Runtime& runtime) {
  if (!points.places) return lapscale::sq_neighbor_distances(points.index, queries, k, runtime);
  const lapscale::PointIndex& places = points.places->index;
  const lapscale::PointIndex among = queries_from(places, at, runtime);
  const std::vector<double> of_query = lapscale::sq_neighbor_distances(places, among, k, runtime);
  const double ratio = sq_unit_ratio(points);
  std::vector<double> sq_kth;
  sq_kth.reserve(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    sq_kth.push_back(ratio * of_query[among.position_of(queries.row_of(q))]);
  }
  return sq_kth;
}

// Smoothed scales of new points, by position in `queries`.
//   at        these points as R gave them
//   distance  of SmoothScale, by position of the points
inline std::vector<double> smooth_query_scale_of(const Points& points,
                                                 const lapscale::PointIndex& queries, SEXP at,
                                                 const std::vector<double>& distance, std::size_t k,
                                                 const lapscale::Runtime& runtime) {
  if (!points.places) {
    return lapscale::smooth_query_scale(points.index, queries, distance, k, runtime);
  }
  const Places& places = *points.places;
  const lapscale::PointIndex among = queries_from(places.index, at, runtime);
  const double ratio = std::sqrt(sq_unit_ratio(points));
  std::vector<double> of_place(places.index.size());
  for (std::size_t i = 0; i < points.index.size(); ++i) {
    const std::size_t place = places.of_row[points.index.row_of(i)];
    of_place[places.index.position_of(place)] = distance[i] / ratio;
  }
  const std::vector<double> of_query = lapscale::smooth_query_scale(
      places.index, among, of_place, std::min(k, most_neighbors(points)), runtime);
  std::vector<double> scale;
  scale.reserve(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    scale.push_back(ratio * of_query[among.position_of(queries.row_of(q))]);
  }
  return scale;
}

#endif
