#include "lapscale/runtime/span.hpp"

#include <catch.h>

#include <vector>

#include "lapscale/runtime/eigen.hpp"

using lapscale::Span;

TEST_CASE("a span sees the memory of its container", "[span]") {
  std::vector<double> values = {1, 2, 3};
  const Span<double> span(values);
  span[1] = 20;
  REQUIRE(values[1] == 20);
  REQUIRE(span.data() == values.data());
  REQUIRE(span.size() == 3);
  REQUIRE(std::vector<double>(span.begin(), span.end()) == values);
}

TEST_CASE("a span of constants is made from anything contiguous", "[span]") {
  const std::vector<double> vector = {1, 2};
  Eigen::VectorXd eigen = Eigen::VectorXd::LinSpaced(4, 0, 3);
  const Span<const double> of_vector(vector);
  const Span<const double> of_eigen(eigen);
  const Span<const double> of_span(of_eigen);
  REQUIRE(of_vector.size() == 2);
  REQUIRE(of_eigen[3] == 3);
  REQUIRE(of_span.data() == eigen.data());
}

TEST_CASE("a span of nothing is empty", "[span]") {
  const Span<const int> none;
  REQUIRE(none.empty());
  REQUIRE(none.begin() == none.end());
}

TEST_CASE("a part of a span sees the same memory", "[span]") {
  std::vector<int> values = {1, 2, 3, 4};
  const Span<int> part = Span(values).part(1, 3);
  part[0] = 20;
  REQUIRE((values == std::vector<int>{1, 20, 3, 4}));
  REQUIRE(part.size() == 2);
  REQUIRE(part.end() == values.data() + 3);
  REQUIRE(Span(values).part(4, 4).empty());
}

TEST_CASE("values in braces are an argument", "[span]") {
  const auto sum = [](Span<const double> values) {
    double total = 0;
    for (const double value : values) total += value;
    return total;
  };
  REQUIRE(sum({1, 2.5}) == 3.5);
  REQUIRE(sum({4.0}) == 4);
  REQUIRE(sum({}) == 0);
}
