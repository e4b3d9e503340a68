// Rates of the core's kernels and passes, one thread.
// [[Rcpp::plugins(cpp17)]]
// [[Rcpp::depends(RcppEigen, lapscale)]]
#include <Rcpp.h>

#include <chrono>
#include <numeric>
#include <vector>

#include "lapscale/kernel/degrees.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"

using namespace lapscale;

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static Runtime at_level(int level) {
  Runtime runtime;
  runtime.simd = std::min(runtime.simd, static_cast<SimdLevel>(level));
  return runtime;
}

// Heat weights per second on `n` values in [0, 50] (in cache for small n).
// [[Rcpp::export]]
double weight_rate(int level, int n, double seconds) {
  const SimdKernels kernels = at_level(level).kernels();
  AlignedBuffer s(n), w(n);
  for (int i = 0; i < n; ++i) s[i] = 50.0 * i / n;
  double done = 0;
  const double start = now();
  while (now() - start < seconds) {
    for (int rep = 0; rep < 16; ++rep) kernels.heat_weights(s.data(), n, 1, 1e9, w.data());
    done += 16.0 * n;
  }
  return done / (now() - start);
}

// Squared distances per second, n points against 4 columns.
// [[Rcpp::export]]
double distance_rate(int level, int dim, bool direct, double seconds) {
  const SimdKernels kernels = at_level(level).kernels();
  const std::size_t n_panels = std::max(1, 1024 / dim);
  AlignedBuffer panels(n_panels * dim * panel_width), block(dim * block_width);
  AlignedBuffer out(n_panels * panel_width * block_width);
  for (std::size_t i = 0; i < panels.size(); ++i) panels[i] = 1.0 / (1 + i % 97);
  double done = 0;
  const double start = now();
  while (now() - start < seconds) {
    for (int rep = 0; rep < 64; ++rep) {
      (direct ? kernels.sq_distances : kernels.products)(panels.data(), dim, n_panels, block.data(),
                                                         out.data());
    }
    done += 64.0 * n_panels * panel_width * block_width;
  }
  return done / (now() - start);
}

// Seconds of a pass for the degrees of all points (x: n x r): sketches at `g` bandwidths, or
// direct.
// [[Rcpp::export]]
double degree_seconds(const Rcpp::NumericMatrix& x, const Rcpp::NumericVector& bandwidths,
                      bool sketches) {
  const Runtime runtime;
  const std::size_t n = x.nrow();
  const PointIndex index({x.begin(), n, static_cast<std::size_t>(x.ncol()), 1, n}, runtime);
  std::vector<double> h;
  for (const double b : bandwidths) h.push_back(index.frame().to_unit(b));
  const double start = now();
  std::vector<std::size_t> leaves(index.tree().n_leaves());
  std::iota(leaves.begin(), leaves.end(), std::size_t{0});
  if (sketches) {
    sketched_degrees(index, leaves, h, 27, runtime);
  } else {
    direct_degrees(index, leaves, h, 27, runtime);
  }
  return now() - start;
}

// Seconds and visited pairs of the k nearest neighbours with the tree; `blind`: all leaves visited.
// [[Rcpp::export]]
Rcpp::NumericVector nearest_seconds(const Rcpp::NumericMatrix& x, int k, bool blind) {
  const Runtime runtime;
  const std::size_t n = x.nrow();
  const double start = now();
  const PointIndex index({x.begin(), n, static_cast<std::size_t>(x.ncol()), 1, n}, runtime);
  const double built = now();
  if (!blind) {
    nearest_neighbors(index, k, lapscale::Ties::all, runtime);
  } else {
    for (std::size_t leaf = 0; leaf < index.tree().n_leaves(); ++leaf) {
      PairPass pass(index, runtime);
      std::vector<NearestList> nearest(block_width, NearestList(index, k));
      pass.select_leaves(LeafRun{0, index.tree().n_leaves()});
      for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
        for (NearestList& list : nearest) list.start();
        pass.run(position, [&](std::size_t q, std::size_t first, const double* s, std::size_t c) {
          for (std::size_t i = 0; i < c && first + i < n; ++i) {
            if (first + i != position[q]) nearest[q].add(first + i, s[i]);
          }
        });
        for (std::size_t q = 0; q < position.size(); ++q) nearest[q].finish();
      });
    }
  }
  return Rcpp::NumericVector::create(built - start, now() - built);
}
