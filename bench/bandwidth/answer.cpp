// The walk's step at points of a sample in few columns, for answer_collect.R: the distance of
// its covariance to the nearest projection, with self-loops and without. Plain sums over all pairs.
// [[Rcpp::depends(RcppEigen)]]
#include <RcppEigen.h>

namespace {

const double noise_share[] = {0, 0.25, 0.5, 0.75, 1};

struct Step {
  double distance = 1, rank = 0, self = 1, noise = 1, trace = 0;
  double blend[5] = {1, 1, 1, 1, 1};
  Eigen::VectorXd values;
};

void measure(const Eigen::VectorXd& v, Step& result) {
  result.distance = std::abs(1 - v[0]);
  result.rank = v[0] > 0.5;
  for (Eigen::Index k = 1; k < v.size(); ++k) {
    result.distance = std::max(result.distance, std::min(std::abs(v[k]), std::abs(1 - v[k])));
    result.rank += v[k] > 0.5;
  }
  result.trace = v.sum();
}

// The steps that leave the point, by the values of all.
Step moving(const Step& all) {
  Step result = all;
  if (all.values.size() > 0) measure(all.values / (1 - all.self), result);
  return result;
}

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
  measure(v, result);
  result.values = v;
  result.self = self;
  result.noise = std::sqrt(q.squaredNorm() + self * self);
  return result;
}

}  // namespace

// rows: 1-based. A list by walk of matrices rows x bandwidths, and degree without the point itself:
//   loops   with self-loops
//   none    without, in the degrees of the neighbors neither
//   hybrid  without, but in these degrees
//   moving  the eigenvalues of loops over the chance to move
// [[Rcpp::export]]
Rcpp::List plain_steps(const Eigen::MatrixXd& x, const Rcpp::IntegerVector& rows,
                       const Rcpp::NumericVector& bandwidths) {
  const Eigen::Index n = x.rows();
  const Eigen::Index m = rows.size();
  const Eigen::VectorXd norm = x.rowwise().squaredNorm();
  Eigen::MatrixXd d2 = (-2 * x * x.transpose()).colwise() + norm;
  d2.rowwise() += norm.transpose();
  d2 = d2.cwiseMax(0);
  const char* walks[] = {"loops", "none", "hybrid", "moving"};
  std::vector<std::vector<Eigen::MatrixXd>> out(
      4, std::vector<Eigen::MatrixXd>(10, Eigen::MatrixXd(m, bandwidths.size())));
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
      const Step all = step_of(y, with, 1 / (t[i] + 1), 2 / h2);
      Step found[] = {all, step_of(y, without, 0, 2 / h2), step_of(y, with, 0, 2 / h2),
                      moving(all)};
      for (Step& f : found) {
        const double spread =
            all.self < 1
                ? std::sqrt(std::max(0.0, all.noise * all.noise - all.self * all.self)) /
                      (1 - all.self)
                : 1;
        for (int l = 0; l < 5; ++l) {
          f.blend[l] = all.self * all.distance +
                       (1 - all.self) * std::min(1.0, f.distance + noise_share[l] * spread);
        }
      }
      for (int s = 0; s < 4; ++s) {
        const double value[] = {found[s].distance, found[s].rank, found[s].self, found[s].noise,
                                found[s].trace, found[s].blend[0], found[s].blend[1],
                                found[s].blend[2], found[s].blend[3], found[s].blend[4]};
        for (int v = 0; v < 10; ++v) out[s][v](r, g) = value[v];
      }
    }
  }
  Rcpp::List result;
  for (int s = 0; s < 4; ++s) {
    result[walks[s]] = Rcpp::List::create(
        Rcpp::Named("distance") = out[s][0], Rcpp::Named("dimension") = out[s][1],
        Rcpp::Named("self") = out[s][2], Rcpp::Named("noise") = out[s][3],
        Rcpp::Named("trace") = out[s][4],
        Rcpp::Named("blend") = Rcpp::List::create(out[s][5], out[s][6], out[s][7], out[s][8],
                                                  out[s][9]));
  }
  result["degree"] = degree;
  return result;
}
