// The targets of libFuzzer on bytes drawn here: they keep up with the core, and what they ask of it
// holds on every machine.
#include <catch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/runtime/random.hpp"

#define LLVMFuzzerTestOneInput fuzz_distance_sketch
#include "../fuzz/fuzz_distance_sketch.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_kd_tree
#include "../fuzz/fuzz_kd_tree.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_listed_neighbors
#include "../fuzz/fuzz_listed_neighbors.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_matrix_file
#include "../fuzz/fuzz_matrix_file.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_symmetric_adjacency
#include "../fuzz/fuzz_symmetric_adjacency.cpp"
#undef LLVMFuzzerTestOneInput

namespace {

constexpr std::uint64_t n_inputs = 5000;

// The first input of which a target's properties do not hold, or n_inputs. They have up to 4096
// bytes, short ones as often as long ones.
std::uint64_t first_broken(int target(const std::uint8_t*, std::size_t)) {
  for (std::uint64_t input = 0; input < n_inputs; ++input) {
    const lapscale::CounterRandom random(input);
    const std::uint64_t most = std::uint64_t{1} << random.bits(0) % 13;
    std::vector<std::uint8_t> bytes(random.bits(1) % (most + 1));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<std::uint8_t>(random.bits(2, i));
    }
    try {
      target(bytes.data(), bytes.size());
    } catch (const fuzz::Broken&) {
      return input;
    }
  }
  return n_inputs;
}

}  // namespace

TEST_CASE("sketches of parts add up on drawn bytes", "[fuzz]") {
  REQUIRE(first_broken(fuzz_distance_sketch) == n_inputs);
}

TEST_CASE("trees of drawn points hold each of them and miss none nearby", "[fuzz]") {
  REQUIRE(first_broken(fuzz_kd_tree) == n_inputs);
}

TEST_CASE("drawn lists of neighbours are refused or sorted", "[fuzz]") {
  REQUIRE(first_broken(fuzz_listed_neighbors) == n_inputs);
}

TEST_CASE("drawn files are refused or read as they stand", "[fuzz]") {
  REQUIRE(first_broken(fuzz_matrix_file) == n_inputs);
}

TEST_CASE("drawn lists become graphs with each edge at both ends", "[fuzz]") {
  REQUIRE(first_broken(fuzz_symmetric_adjacency) == n_inputs);
}
