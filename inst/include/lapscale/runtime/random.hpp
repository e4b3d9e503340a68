#ifndef LAPSCALE_RUNTIME_RANDOM_HPP
#define LAPSCALE_RUNTIME_RANDOM_HPP

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lapscale {

// A counter-based generator: bits(a, b) is a fixed function of seed, a and b, so any thread may
// ask for any number in any order. The mixing is splitmix64's finalizer (Steele, Lea, Flood 2014),
// applied after each word. No std:: distribution: they differ between standard libraries.
class CounterRandom {
 public:
  explicit CounterRandom(std::uint64_t seed) : key_(mix(seed + golden)) {}

  std::uint64_t bits(std::uint64_t a, std::uint64_t b = 0) const {
    return mix(mix(key_ ^ (a + golden)) + golden * (b + 1));
  }

  // Uniform on [0, 1), 53 bits.
  double uniform(std::uint64_t a, std::uint64_t b = 0) const {
    return static_cast<double>(bits(a, b) >> 11) * 0x1p-53;
  }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t key_;
};

// `size` distinct numbers of [0, n), in random order (the bias of the remainder is below n/2^64).
inline std::vector<std::size_t> sample_rows(std::size_t n, std::size_t size, std::uint64_t seed) {
  if (size > n) throw std::invalid_argument("sample_rows: size exceeds n");
  const CounterRandom random(seed);
  std::vector<std::size_t> row(n);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < size; ++i) {
    std::swap(row[i], row[i + static_cast<std::size_t>(random.bits(i) % (n - i))]);
  }
  row.resize(size);
  return row;
}

// A permutation of [0, n): number 0 leaves the order as it is, the others are random.
inline std::vector<std::uint32_t> permuted_rows(std::size_t n, const CounterRandom& random,
                                                std::uint64_t number) {
  std::vector<std::uint32_t> row(n);
  std::iota(row.begin(), row.end(), std::uint32_t{0});
  if (number == 0) return row;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    std::swap(row[i], row[i + static_cast<std::size_t>(random.bits(i, number) % (n - i))]);
  }
  return row;
}

}  // namespace lapscale

#endif
