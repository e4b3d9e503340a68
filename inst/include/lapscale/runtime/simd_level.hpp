#ifndef LAPSCALE_RUNTIME_SIMD_LEVEL_HPP
#define LAPSCALE_RUNTIME_SIMD_LEVEL_HPP

// Not on 32-bit Windows, whose stack is aligned to 4 bytes.
#if defined(__x86_64__) || (defined(__i386__) && !defined(_WIN32))
#define LAPSCALE_WIDE_SIMD 1
#else
#define LAPSCALE_WIDE_SIMD 0
#endif

namespace lapscale {

// Which instructions the vectorized kernels use. baseline: what the compiler assumes (SSE2 on
// x86-64, NEON on arm64). Results of avx2, avx512 and NEON agree to the last bit of each elementary
// operation; SSE2 has no fused multiply-add and differs in the last bits.
enum class SimdLevel { baseline = 0, avx2 = 1, avx512 = 2 };

// Returns the best level of this processor, asked once by the caller that sets up a Runtime.
inline SimdLevel best_simd_level() {
#if LAPSCALE_WIDE_SIMD
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
    return SimdLevel::avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return SimdLevel::avx2;
#endif
  return SimdLevel::baseline;
}

}  // namespace lapscale

#endif
