// Squared distances of points that are held as floats: a part of simd_kernels.inl.

using FloatVec = float __attribute__((vector_size(LAPSCALE_SIMD_BYTES)));
using FloatVecInt = unsigned int __attribute__((vector_size(LAPSCALE_SIMD_BYTES)));

LAPSCALE_ALWAYS_INLINE void load(const float* from, FloatVec& to) {
  __builtin_memcpy(&to, from, sizeof(FloatVec));
}
LAPSCALE_ALWAYS_INLINE void store(const FloatVec& from, float* to) {
  __builtin_memcpy(to, &from, sizeof(FloatVec));
}

// Floats as doubles. Listed one by one they are widened by one instruction; g++ 12 makes five of
// __builtin_convertvector().
LAPSCALE_ALWAYS_INLINE void load(const float* from, Vec& to) {
#if LAPSCALE_SIMD_BYTES == 64
  to = Vec{from[0], from[1], from[2], from[3], from[4], from[5], from[6], from[7]};
#elif LAPSCALE_SIMD_BYTES == 32
  to = Vec{from[0], from[1], from[2], from[3]};
#else
  to = Vec{from[0], from[1]};
#endif
}

// n of them.
LAPSCALE_ALWAYS_INLINE void widen(const float* from, std::size_t n, double* to) {
  for (std::size_t i = 0; i < n; i += lanes) {
    Vec wide;
    load(from + i, wide);
    store(wide, to + i);
  }
}

// The sums of PanelSums, of two vectors of floats.
struct FloatSums {
  FloatVec a0{}, a1{}, a2{}, a3{}, b0{}, b1{}, b2{}, b3{};

  LAPSCALE_ALWAYS_INLINE static void step(FloatVec& sum, const FloatVec& x, float y) {
    const FloatVec difference = x - y;
    sum += difference * difference;
  }
  LAPSCALE_ALWAYS_INLINE void add(const float* panel, const float* block, std::size_t begin,
                                  std::size_t end) {
    const float* point = panel + begin * float_panel_width;
    const float* column = block + begin * block_width;
    for (std::size_t k = begin; k < end; ++k, point += float_panel_width, column += block_width) {
      FloatVec x0, x1;
      load(point, x0);
      load(point + 2 * lanes, x1);
      step(a0, x0, column[0]);
      step(b0, x1, column[0]);
      step(a1, x0, column[1]);
      step(b1, x1, column[1]);
      step(a2, x0, column[2]);
      step(b2, x1, column[2]);
      step(a3, x0, column[3]);
      step(b3, x1, column[3]);
    }
  }
  LAPSCALE_ALWAYS_INLINE void store_to(float* out) const {
    store(a0, out);
    store(b0, out + 2 * lanes);
    store(a1, out + float_panel_width);
    store(b1, out + float_panel_width + 2 * lanes);
    store(a2, out + 2 * float_panel_width);
    store(b2, out + 2 * float_panel_width + 2 * lanes);
    store(a3, out + 3 * float_panel_width);
    store(b3, out + 3 * float_panel_width + 2 * lanes);
  }
  LAPSCALE_ALWAYS_INLINE bool exceed(const float* limit) const {
    const FloatVecInt within = reinterpret_cast<FloatVecInt>(a0 <= limit[0]) |
                               reinterpret_cast<FloatVecInt>(b0 <= limit[0]) |
                               reinterpret_cast<FloatVecInt>(a1 <= limit[1]) |
                               reinterpret_cast<FloatVecInt>(b1 <= limit[1]) |
                               reinterpret_cast<FloatVecInt>(a2 <= limit[2]) |
                               reinterpret_cast<FloatVecInt>(b2 <= limit[2]) |
                               reinterpret_cast<FloatVecInt>(a3 <= limit[3]) |
                               reinterpret_cast<FloatVecInt>(b3 <= limit[3]);
    const VecInt both = reinterpret_cast<VecInt>(within);
    unsigned long long any = both[0];
    for (std::size_t l = 1; l < lanes; ++l) any |= both[l];
    return any == 0;
  }
};

inline void float_distances_within(const float* panels, std::size_t dim, std::size_t n_panels,
                                   const float* block, const float* limit, double* out) {
  constexpr std::size_t axes_at_once = 16;
  float part[block_width * float_panel_width];
  for (std::size_t p = 0; p < n_panels; ++p, panels += dim * float_panel_width) {
    for (std::size_t c = 0; c < float_panel_width; c += 4 * lanes) {
      FloatSums sums;
      std::size_t done = 0;
      do {
        const std::size_t begin = done;
        done = limit == nullptr || dim - begin < axes_at_once ? dim : begin + axes_at_once;
        sums.add(panels + c, block, begin, done);
      } while (done < dim && !sums.exceed(limit));
      sums.store_to(part + c);
    }
    for (std::size_t q = 0; q < block_width; ++q) {
      widen(part + q * float_panel_width, float_panel_width,
            out + (q * n_panels + p) * float_panel_width);
    }
  }
}

// The sides of two boxes from coordinate k on: the squares of the gaps between them, added to sum.
LAPSCALE_ALWAYS_INLINE void add_sq_gaps(const float* lower_a, const float* upper_a,
                                        const float* lower_b, const float* upper_b, std::size_t k,
                                        FloatVec& sum) {
  FloatVec low_a, high_a, low_b, high_b;
  load(lower_a + k, low_a);
  load(upper_a + k, high_a);
  load(lower_b + k, low_b);
  load(upper_b + k, high_b);
  const FloatVec below = low_a - high_b;
  const FloatVec above = low_b - high_a;
  const FloatVec apart = below > above ? below : above;
  const FloatVec gap = apart > 0 ? apart : FloatVec{};
  sum += gap * gap;
}

inline bool gap_exceeds(const float* lower_a, const float* upper_a, const float* lower_b,
                        const float* upper_b, std::size_t dim, double limit) {
  constexpr std::size_t at_once = float_panel_width;
  Vec total{};
  std::size_t k = 0;
  for (; k + at_once <= dim; k += at_once) {
    FloatVec part{};
    for (std::size_t l = 0; l < at_once; l += 2 * lanes) {
      add_sq_gaps(lower_a, upper_a, lower_b, upper_b, k + l, part);
    }
    float half[2 * lanes];
    store(part, half);
    Vec first, second;
    load(half, first);
    load(half + lanes, second);
    total += first + second;
    if (sum_of_lanes(total) > limit) return true;
  }
  double sum = sum_of_lanes(total);
  for (; k < dim; ++k) {
    const double below = static_cast<double>(lower_a[k]) - static_cast<double>(upper_b[k]);
    const double above = static_cast<double>(lower_b[k]) - static_cast<double>(upper_a[k]);
    const double gap = below > above ? below : above;
    if (gap > 0) sum += gap * gap;
  }
  return sum > limit;
}
