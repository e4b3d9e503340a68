// Dot products of a few rows with many columns: a part of simd_kernels.inl.

// Partial sums of one row of x with the four columns of a block.
struct DotRow {
  Vec a, b, c, d;

  LAPSCALE_ALWAYS_INLINE explicit DotRow(const double* sum) {
    load(sum, a);
    load(sum + lanes, b);
    load(sum + 2 * lanes, c);
    load(sum + 3 * lanes, d);
  }
  LAPSCALE_ALWAYS_INLINE void store_to(double* sum) const {
    store(a, sum);
    store(b, sum + lanes);
    store(c, sum + 2 * lanes);
    store(d, sum + 3 * lanes);
  }
  LAPSCALE_ALWAYS_INLINE void add(const double* x, const Vec& y0, const Vec& y1, const Vec& y2,
                                  const Vec& y3) {
    Vec w;
    load(x, w);
    a += w * y0;
    b += w * y1;
    c += w * y2;
    d += w * y3;
  }
};

inline void add_dots(const double* x, std::size_t x_step, const double* y, std::size_t y_step,
                     std::size_t columns, std::size_t n, double* sum) {
  constexpr std::size_t row_size = block_width * lanes;
  for (std::size_t c = 0; c < columns; c += block_width, y += block_width * y_step) {
    for (std::size_t q = 0; q < block_width; q += 2, sum += 2 * row_size) {
      const double* row = x + q * x_step;
      DotRow first(sum), second(sum + row_size);
      for (std::size_t i = 0; i < n; i += lanes) {
        Vec y0, y1, y2, y3;
        load(y + i, y0);
        load(y + y_step + i, y1);
        load(y + 2 * y_step + i, y2);
        load(y + 3 * y_step + i, y3);
        first.add(row + i, y0, y1, y2, y3);
        second.add(row + x_step + i, y0, y1, y2, y3);
      }
      first.store_to(sum);
      second.store_to(sum + row_size);
    }
  }
}

inline void lane_sums(const double* sum, std::size_t columns, double* out) {
  for (std::size_t c = 0; c < columns; c += block_width) {
    for (std::size_t q = 0; q < block_width; ++q) {
      for (std::size_t b = 0; b < block_width; ++b, sum += lanes) {
        Vec v;
        load(sum, v);
        out[q * columns + c + b] = sum_of_lanes(v);
      }
    }
  }
}
