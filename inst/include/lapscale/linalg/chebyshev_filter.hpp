#ifndef LAPSCALE_LINALG_CHEBYSHEV_FILTER_HPP
#define LAPSCALE_LINALG_CHEBYSHEV_FILTER_HPP

#include <algorithm>
#include <cmath>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// A polynomial of a symmetric matrix with spectrum in [-1, 1] that enlarges the eigenvalues above
// `edge` and keeps the rest within [-1, 1]: the Chebyshev polynomial of the interval [-1, edge]. It
// increases on [edge, 1], so the order of the eigenvalues above the edge is kept.
class ChebyshevFilter {
 public:
  // -1 < edge < 1, degree >= 1
  ChebyshevFilter(double edge, int degree) : edge_(edge), degree_(degree) {}

  // Returns what one degree contributes: the polynomial at lambda > edge is about exp(degree *
  // growth) / 2.
  static double growth(double edge, double lambda) {
    return std::acosh(std::max((2 * lambda - (edge - 1)) / (edge + 1), 1 + 1e-14));
  }

  int degree() const { return degree_; }

  // Returns the same edge with a degree that is not below this one.
  ChebyshevFilter at_least(int degree) const { return {edge_, std::max(degree_, degree)}; }

  // Returns the polynomial at lambda in [edge, 1].
  double value(double lambda) const {
    return std::cosh(degree_ * std::acosh(std::max(mapped(lambda), 1.0)));
  }

  // Returns the eigenvalue where the polynomial has this value; the edge for values up to 1.
  double inverse(double value) const {
    const double x = std::cosh(std::acosh(std::max(value, 1.0)) / degree_);
    return (x * (edge_ + 1) + (edge_ - 1)) / 2;
  }

  // p(M) v
  Eigen::VectorXd apply(const SymmetricOperator& op, const Eigen::VectorXd& v) const {
    Eigen::VectorXd image(v.size());
    const auto mapped_times = [&](const Eigen::VectorXd& at) -> const Eigen::VectorXd& {
      op.apply(at.data(), image.data());
      image = (2 * image - (edge_ - 1) * at) / (edge_ + 1);
      return image;
    };
    Eigen::VectorXd previous = v;
    Eigen::VectorXd current = mapped_times(v);
    for (int m = 1; m < degree_; ++m) {
      previous = 2 * mapped_times(current) - previous;
      previous.swap(current);
    }
    return current;
  }

 private:
  // [-1, edge] to [-1, 1]
  double mapped(double lambda) const { return (2 * lambda - (edge_ - 1)) / (edge_ + 1); }

  double edge_;
  int degree_;
};

}  // namespace lapscale

#endif
