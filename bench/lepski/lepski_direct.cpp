// The estimates of Lepski's method by direct sums, vectorised by Eigen (without flags: SSE2), on two
// threads: what a careful programmer would write. lapscale's own kernel, dispatched at run time,
// for comparison.
// [[Rcpp::depends(RcppEigen)]]
#include <RcppEigen.h>

#include <thread>
#include <vector>

#include "lapscale/runtime/simd_kernels.hpp"
#include "lapscale/runtime/simd_level.hpp"

namespace {

using Eigen::ArrayXd;

constexpr Eigen::Index chunk = 1024;

// Squared distances and differences of one chunk, then `add(h, s, m)` for each bandwidth.
template <class Add>
void for_chunks(const Eigen::Map<Eigen::ArrayXXd>& x, const Eigen::Map<ArrayXd>& f,
                const Eigen::Map<Eigen::ArrayXXd>& y, double f_y, Eigen::Index q, const Add& add) {
  for (Eigen::Index first = 0; first < x.rows(); first += chunk) {
    const Eigen::Index count = std::min(chunk, x.rows() - first);
    ArrayXd s = ArrayXd::Zero(count);
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      s += (x.col(k).segment(first, count) - y(q, k)).square();
    }
    const ArrayXd m = f.segment(first, count) - f_y;
    add(s, m);
  }
}

template <class Body>
void on_two_threads(Eigen::Index n, const Body& body) {
  std::thread other([&] {
    for (Eigen::Index q = 1; q < n; q += 2) body(q);
  });
  for (Eigen::Index q = 0; q < n; q += 2) body(q);
  other.join();
}

}  // namespace

// sum_i exp(-|x_i - y|^2 / h^2) (f_i - f_y), m x g
// [[Rcpp::export]]
Eigen::MatrixXd direct_sums(Eigen::Map<Eigen::ArrayXXd> x, Eigen::Map<Eigen::ArrayXd> f,
                            Eigen::Map<Eigen::ArrayXXd> y, Eigen::Map<Eigen::ArrayXd> f_y,
                            Eigen::Map<Eigen::ArrayXd> h) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(y.rows(), h.size());
  on_two_threads(y.rows(), [&](Eigen::Index q) {
    for_chunks(x, f, y, f_y[q], q, [&](const ArrayXd& s, const ArrayXd& m) {
      for (Eigen::Index g = 0; g < h.size(); ++g) {
        out(q, g) += ((s * (-1 / (h[g] * h[g]))).exp() * m).sum();
      }
    });
  });
  return out;
}

// The same with the package's kernel.
// [[Rcpp::export]]
Eigen::MatrixXd dispatched_sums(Eigen::Map<Eigen::ArrayXXd> x, Eigen::Map<Eigen::ArrayXd> f,
                                Eigen::Map<Eigen::ArrayXXd> y, Eigen::Map<Eigen::ArrayXd> f_y,
                                Eigen::Map<Eigen::ArrayXd> h) {
  const lapscale::SimdKernels kernels = lapscale::simd_kernels(lapscale::best_simd_level());
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(y.rows(), h.size());
  on_two_threads(y.rows(), [&](Eigen::Index q) {
    ArrayXd s(chunk);
    ArrayXd m(chunk);
    ArrayXd weight(chunk);
    for_chunks(x, f, y, f_y[q], q, [&](const ArrayXd& near, const ArrayXd& difference) {
      s.head(near.size()) = near;
      m.head(near.size()) = difference;
      s.tail(chunk - near.size()).setConstant(1e300);
      m.tail(chunk - near.size()).setZero();
      for (Eigen::Index g = 0; g < h.size(); ++g) {
        kernels.heat_weights(s.data(), chunk, 1 / (h[g] * h[g]), 1e200, weight.data());
        out(q, g) += kernels.dot(weight.data(), m.data(), chunk);
      }
    });
  });
  return out;
}
