#include "lapscale/embed/modified_lle_weights.hpp"

#include <catch.h>

#include "support/manifolds.hpp"

namespace {

Eigen::MatrixXd normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = draw.normal();
  return m;
}

}  // namespace

TEST_CASE("weight vectors sum to 1 and span the flat directions", "[modified_lle_weights]") {
  const Eigen::MatrixXd difference = normal_matrix(3, 8, 1);
  const lapscale::GramSpectrum spectrum(difference, true);
  const Eigen::MatrixXd flat = spectrum.vectors.rightCols(5);
  const Eigen::VectorXd w = lapscale::barycentric_weights(difference, 1e-3);
  const Eigen::MatrixXd vectors = lapscale::weight_vectors(w, flat);
  for (Eigen::Index l = 0; l < 5; ++l) REQUIRE(vectors.col(l).sum() == Approx(1));
  // Their differences reconstruct nothing: D (w_l - w_m) = 0 where D V = 0.
  REQUIRE((difference * (vectors.col(0) - vectors.col(4))).norm() < 1e-12);
  // What the embedding sees of them does not depend on the basis of the flat directions.
  const Eigen::MatrixXd turn =
      Eigen::HouseholderQR<Eigen::MatrixXd>(normal_matrix(5, 5, 2)).householderQ();
  const Eigen::MatrixXd turned = lapscale::weight_vectors(w, flat * turn);
  REQUIRE((vectors * vectors.transpose() - turned * turned.transpose()).norm() < 1e-11);
  REQUIRE((vectors.rowwise().sum() - turned.rowwise().sum()).norm() < 1e-11);
}

TEST_CASE("no flat direction is preferred where all of them sum to zero",
          "[modified_lle_weights]") {
  // An orthonormal basis of five vectors of sum zero.
  Eigen::MatrixXd whole = normal_matrix(7, 7, 3);
  whole.col(0).setOnes();
  const Eigen::MatrixXd basis =
      Eigen::MatrixXd(Eigen::HouseholderQR<Eigen::MatrixXd>(whole).householderQ());
  const Eigen::MatrixXd flat = basis.middleCols(1, 5);
  Eigen::VectorXd w = Eigen::VectorXd::LinSpaced(7, 1, 2);
  w /= w.sum();
  const Eigen::MatrixXd vectors = lapscale::weight_vectors(w, flat);
  REQUIRE(vectors.cols() == 6);
  REQUIRE((vectors.colwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
  REQUIRE((vectors * vectors.transpose() - 6 * w * w.transpose() - flat * flat.transpose()).norm() <
          1e-12);
  const Eigen::MatrixXd turn =
      Eigen::HouseholderQR<Eigen::MatrixXd>(normal_matrix(5, 5, 2)).householderQ();
  const Eigen::MatrixXd turned = lapscale::weight_vectors(w, flat * turn);
  REQUIRE((vectors * vectors.transpose() - turned * turned.transpose()).norm() < 1e-12);
  REQUIRE((vectors.rowwise().sum() - turned.rowwise().sum()).norm() < 1e-12);
}

TEST_CASE("flat directions are counted by their share of the spread", "[modified_lle_weights]") {
  Eigen::MatrixXd difference = Eigen::MatrixXd::Zero(4, 4);
  difference.diagonal() << 2, 1, 0.1, 0.01;
  const lapscale::GramSpectrum spectrum(difference, false);
  REQUIRE(spectrum.rest(2) == Approx(0.0101 / 5));
  REQUIRE(lapscale::flat_directions(spectrum, 2, 0.01) == 2);
  REQUIRE(lapscale::flat_directions(spectrum, 1, 0.01) == 2);
  REQUIRE(lapscale::flat_directions(spectrum, 1, 0.5) == 3);
  REQUIRE(lapscale::flat_directions(spectrum, 2, 1e-3) == 1);
  REQUIRE(lapscale::flat_directions(spectrum, 2, 0) == 1);
}

TEST_CASE("directions of equal spread are flat together", "[modified_lle_weights]") {
  const auto count = [](const Eigen::VectorXd& spread, Eigen::Index d, double flat) {
    return lapscale::flat_directions(lapscale::GramSpectrum(spread.asDiagonal(), false), d, flat);
  };
  Eigen::VectorXd spread(6);
  spread << 2, 1, 0.1, 0.1, 0.01, 0.01;
  REQUIRE(count(spread, 2, 0.1) == 4);
  // Three would do, but tell the two of 0.1 apart; they differ by rounding.
  REQUIRE(count(spread, 3, 0.1) == 2);
  spread[2] *= 1 + 1e-14;
  REQUIRE(count(spread, 3, 0.1) == 2);
  // In a plane and on a line.
  spread << 2, 1, 0, 0, 0, 0;
  REQUIRE(count(spread, 2, 1e-12) == 4);
  REQUIRE(count(spread, 1, 1e-12) == 4);
  spread << 2, 0, 0, 0, 0, 0;
  REQUIRE(count(spread, 2, 1e-12) == 5);
}

TEST_CASE("the median of an even number is the mean of the middle two", "[modified_lle_weights]") {
  REQUIRE(lapscale::median_of({}) == 0);
  REQUIRE(lapscale::median_of({3}) == 3);
  REQUIRE(lapscale::median_of({5, 1, 9}) == 5);
  REQUIRE(lapscale::median_of({7, 1, 2, 4}) == 3);
}

TEST_CASE("neighbors that coincide with the point have one weight vector",
          "[modified_lle_weights]") {
  const lapscale::GramSpectrum spectrum(Eigen::MatrixXd::Zero(3, 4), true);
  REQUIRE(spectrum.values.isZero());
  REQUIRE(spectrum.rest(2) == 0);
}
