// The plain algorithm: loops over bandwidths, points and pairs, exp() of each pair. For the bench
// and to check values; one thread, compiled as R compiles (-O2).
#include <Rcpp.h>

#include <cmath>
#include <vector>

// Degrees of some points (0-based) at all bandwidths; x is r x n.
// [[Rcpp::export]]
Rcpp::NumericMatrix plain_degrees(const Rcpp::NumericMatrix& x, const Rcpp::IntegerVector& points,
                                  const Rcpp::NumericVector& bandwidths) {
  const int r = x.nrow(), n = x.ncol();
  Rcpp::NumericMatrix degree(points.size(), bandwidths.size());
  for (int g = 0; g < bandwidths.size(); ++g) {
    const double rate = 1 / (bandwidths[g] * bandwidths[g]);
    for (int i = 0; i < points.size(); ++i) {
      const double* a = &x[static_cast<std::size_t>(points[i]) * r];
      double sum = 0;
      for (int j = 0; j < n; ++j) {
        const double* b = &x[static_cast<std::size_t>(j) * r];
        double s = 0;
        for (int k = 0; k < r; ++k) s += (a[k] - b[k]) * (a[k] - b[k]);
        sum += std::exp(-s * rate);
      }
      degree(i, g) = sum;
    }
  }
  return degree;
}

// The weighted covariances of some points at all bandwidths (traces only are returned).
// [[Rcpp::export]]
Rcpp::NumericMatrix plain_covariances(const Rcpp::NumericMatrix& x,
                                      const Rcpp::IntegerVector& points,
                                      const Rcpp::NumericVector& bandwidths) {
  const int r = x.nrow(), n = x.ncol();
  Rcpp::NumericMatrix trace(points.size(), bandwidths.size());
  std::vector<double> covariance(r * r), z(r);
  for (int g = 0; g < bandwidths.size(); ++g) {
    const double rate = 1 / (bandwidths[g] * bandwidths[g]);
    for (int i = 0; i < points.size(); ++i) {
      const double* a = &x[static_cast<std::size_t>(points[i]) * r];
      std::fill(covariance.begin(), covariance.end(), 0.0);
      for (int j = 0; j < n; ++j) {
        const double* b = &x[static_cast<std::size_t>(j) * r];
        double s = 0;
        for (int k = 0; k < r; ++k) {
          z[k] = b[k] - a[k];
          s += z[k] * z[k];
        }
        if (s * rate > 18.42) continue;
        const double w = std::exp(-s * rate);
        for (int k = 0; k < r; ++k) {
          for (int l = 0; l <= k; ++l) covariance[k * r + l] += w * w * z[k] * z[l];
        }
      }
      for (int k = 0; k < r; ++k) trace(i, g) += covariance[k * r + k];
    }
  }
  return trace;
}
