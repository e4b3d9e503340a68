#include "lapscale/runtime/compiled_once.hpp"

#include <catch.h>

#include "lapscale/runtime/simd_kernels.hpp"

// As tests/cpp/CMakeLists.txt defines LAPSCALE_COMPILED_ONCE, this unit has declarations, which
// those of support/eigen_once.cpp have to serve.
TEST_CASE("a function that is compiled once is called from other units", "[compiled_once]") {
  REQUIRE(LAPSCALE_BODIES == 0);
  const lapscale::SimdKernels kernels = lapscale::simd_kernels(lapscale::SimdLevel::baseline);
  double x[lapscale::panel_width] = {3, 4};
  REQUIRE(kernels.dot(x, x, lapscale::panel_width) == 25);
}
