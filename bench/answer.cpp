// The walk's step at points of a sample, few columns, for bench/answer.R: the distance of its
// covariance to the nearest projection from the walk with self-loops, as bw_gc() has it, and from
// two walks without. Plain sums over all pairs.
// [[Rcpp::depends(RcppEigen)]]
#include <RcppEigen.h>

namespace {

struct Step {
  double distance = 1, rank = 0, self = 1, noise = 1, trace = 0;
};

// p: chances, not yet divided by their sum; own: that of staying
Step step_of(const Eigen::MatrixXd& y, const Eigen::VectorXd& p, double own, double scale) {
  Step result;
  const double total = p.sum() + own;
  if (!(p.sum() > 0)) return result;
  const Eigen::VectorXd q = p / total;
  const double self = own / total;
  const Eigen::VectorXd square = y.rowwise().squaredNorm();
  Eigen::MatrixXd second = y.transpose() * q.asDiagonal() * y;
  const Eigen::VectorXd mean = y.transpose() * q;
  const double share = std::max(0.0, 1 - 2 * self);
  const double plain = q.dot(square);
  const double raise = plain > 0 ? share * q.cwiseProduct(q).dot(square) / plain : 0;
  const Eigen::MatrixXd covariance =
      scale * ((1 + raise) * second - share * mean * mean.transpose());
  const Eigen::VectorXd v =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(covariance, Eigen::EigenvaluesOnly)
          .eigenvalues().reverse();
  result.distance = std::abs(1 - v[0]);
  result.rank = v[0] > 0.5;
  for (Eigen::Index k = 1; k < v.size(); ++k) {
    result.distance = std::max(result.distance, std::min(std::abs(v[k]), std::abs(1 - v[k])));
    result.rank += v[k] > 0.5;
  }
  result.self = self;
  result.noise = std::sqrt(q.squaredNorm() + self * self);
  result.trace = v.sum();
  return result;
}

}  // namespace

// rows: 1-based. A list by walk (loops; none: degrees without loops too; hybrid: degrees with) of
// matrices rows x bandwidths; and degree, without the point itself.
// [[Rcpp::export]]
Rcpp::List plain_steps(const Eigen::MatrixXd& x, const Rcpp::IntegerVector& rows,
                       const Rcpp::NumericVector& bandwidths) {
  const Eigen::Index n = x.rows();
  const Eigen::Index m = rows.size();
  const Eigen::VectorXd norm = x.rowwise().squaredNorm();
  Eigen::MatrixXd d2 = (-2 * x * x.transpose()).colwise() + norm;
  d2.rowwise() += norm.transpose();
  d2 = d2.cwiseMax(0);
  const char* walks[] = {"loops", "none", "hybrid"};
  std::vector<std::vector<Eigen::MatrixXd>> out(
      3, std::vector<Eigen::MatrixXd>(5, Eigen::MatrixXd(m, bandwidths.size())));
  Eigen::MatrixXd degree(m, bandwidths.size());
  for (Eigen::Index g = 0; g < bandwidths.size(); ++g) {
    const double h2 = bandwidths[g] * bandwidths[g];
    const double reach = 18.42068 * h2;
    Eigen::MatrixXd w = (d2.array() > reach).select(0.0, (-d2 / h2).array().exp());
    w.diagonal().setZero();
    const Eigen::VectorXd t = w.colwise().sum();
    for (Eigen::Index r = 0; r < m; ++r) {
      const Eigen::Index i = rows[r] - 1;
      std::vector<Eigen::Index> near;
      for (Eigen::Index j = 0; j < n; ++j) {
        if (w(j, i) > 0) near.push_back(j);
      }
      const auto k = static_cast<Eigen::Index>(near.size());
      Eigen::MatrixXd y(k, x.cols());
      Eigen::VectorXd with(k), without(k);
      for (Eigen::Index a = 0; a < k; ++a) {
        const Eigen::Index j = near[a];
        y.row(a) = x.row(j) - x.row(i);
        with[a] = w(j, i) / (t[j] + 1);
        without[a] = w(j, i) / t[j];
      }
      degree(r, g) = t[i];
      const Step found[] = {step_of(y, with, 1 / (t[i] + 1), 2 / h2),
                            step_of(y, without, 0, 2 / h2), step_of(y, with, 0, 2 / h2)};
      for (int s = 0; s < 3; ++s) {
        const double value[] = {found[s].distance, found[s].rank, found[s].self, found[s].noise,
                                found[s].trace};
        for (int v = 0; v < 5; ++v) out[s][v](r, g) = value[v];
      }
    }
  }
  Rcpp::List result;
  for (int s = 0; s < 3; ++s) {
    result[walks[s]] = Rcpp::List::create(
        Rcpp::Named("distance") = out[s][0], Rcpp::Named("dimension") = out[s][1],
        Rcpp::Named("self") = out[s][2], Rcpp::Named("noise") = out[s][3],
        Rcpp::Named("trace") = out[s][4]);
  }
  result["degree"] = degree;
  return result;
}
