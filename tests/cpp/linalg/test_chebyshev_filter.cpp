#include "lapscale/linalg/chebyshev_filter.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "support/oracles.hpp"

using lapscale::ChebyshevFilter;
using lapscale::SymmetricOperator;

namespace {

struct Range {
  double edge;
  int degree;
};

std::vector<Range> ranges() {
  return {{0, 1}, {0, 2}, {0, 9}, {-0.9, 5}, {0.9, 20}, {0.999, 100}, {0.99999, 1000}};
}

// p(diag(lambda)) on the vector of ones: the polynomial itself at each lambda, by its recurrence.
Eigen::VectorXd values(const ChebyshevFilter& filter, const Eigen::VectorXd& lambda) {
  const SymmetricOperator op{
      static_cast<std::size_t>(lambda.size()), [&](const double* x, double* y) {
        Eigen::Map<Eigen::VectorXd>(y, lambda.size()) =
            lambda.cwiseProduct(Eigen::Map<const Eigen::VectorXd>(x, lambda.size()));
      }};
  return filter.apply(op, Eigen::VectorXd::Ones(lambda.size()));
}

}  // namespace

TEST_CASE("the filter keeps [-1, edge] within [-1, 1] and grows above", "[chebyshev_filter]") {
  for (const Range& range : ranges()) {
    const ChebyshevFilter filter(range.edge, range.degree);
    REQUIRE(filter.degree() == range.degree);
    const Eigen::VectorXd below = Eigen::VectorXd::LinSpaced(301, -1, range.edge);
    const Eigen::VectorXd above = Eigen::VectorXd::LinSpaced(301, range.edge, 1);
    REQUIRE(values(filter, below).cwiseAbs().maxCoeff() <= 1 + 1e-9);
    const Eigen::VectorXd grown = values(filter, above);
    REQUIRE(std::is_sorted(grown.begin(), grown.end()));
    REQUIRE(std::abs(grown[0] - 1) < 1e-9);
  }
}

TEST_CASE("value is the polynomial that apply multiplies by, inverse undoes it",
          "[chebyshev_filter]") {
  for (const Range& range : ranges()) {
    const ChebyshevFilter filter(range.edge, range.degree);
    const Eigen::VectorXd lambda = Eigen::VectorXd::LinSpaced(50, range.edge, 1);
    const Eigen::VectorXd applied = values(filter, lambda);
    for (Eigen::Index i = 0; i < lambda.size(); ++i) {
      const double value = filter.value(lambda[i]);
      REQUIRE(std::abs(applied[i] / value - 1) < 1e-6);
      REQUIRE(std::abs(filter.inverse(value) - lambda[i]) <= 1e-9 * (1 - range.edge));
    }
    REQUIRE(std::abs(filter.inverse(0.3) - range.edge) < 1e-15);
    REQUIRE(std::abs(filter.inverse(-7) - range.edge) < 1e-15);
  }
}

TEST_CASE("one degree more multiplies the polynomial by exp(growth)", "[chebyshev_filter]") {
  for (const Range& range : ranges()) {
    const double lambda = range.edge + 0.4 * (1 - range.edge);
    const double growth = ChebyshevFilter::growth(range.edge, lambda);
    const int degree = static_cast<int>(20 / growth);
    const double one = ChebyshevFilter(range.edge, degree).value(lambda);
    const double more = ChebyshevFilter(range.edge, degree + 1).value(lambda);
    REQUIRE(std::abs(more / one / std::exp(growth) - 1) < 1e-9);
    REQUIRE(std::abs(one / (std::exp(degree * growth) / 2) - 1) < 1e-9);
  }
  REQUIRE(ChebyshevFilter::growth(0.5, 0.5) > 0);
}
