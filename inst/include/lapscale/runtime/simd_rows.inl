// Products of rows with the columns of a block, both ways: a part of simd_kernels.inl.

// Sums of a row with the four columns, which stay in registers.
struct RowSums {
  Vec s0{}, s1{}, s2{}, s3{};

  LAPSCALE_ALWAYS_INLINE void add(const Vec& x, const Vec& v0, const Vec& v1, const Vec& v2,
                                  const Vec& v3) {
    s0 += x * v0;
    s1 += x * v1;
    s2 += x * v2;
    s3 += x * v3;
  }
  LAPSCALE_ALWAYS_INLINE void store_to(double* out) const {
    out[0] = sum_of_lanes(s0);
    out[1] = sum_of_lanes(s1);
    out[2] = sum_of_lanes(s2);
    out[3] = sum_of_lanes(s3);
  }
};

// Rows share what is loaded of the columns; the sums of a row are the same without the others.
template <std::size_t together, class Number>
LAPSCALE_ALWAYS_INLINE void products_together(const Number* x, std::size_t stride, const double* v,
                                              double* y) {
  Vec v0, v1, v2, v3, xk;
  RowSums sums[together];
  for (std::size_t k = 0; k < stride; k += lanes) {
    load(v + k, v0);
    load(v + stride + k, v1);
    load(v + 2 * stride + k, v2);
    load(v + 3 * stride + k, v3);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < together; ++i) {
      load(x + i * stride + k, xk);
      sums[i].add(xk, v0, v1, v2, v3);
    }
  }
  for (std::size_t i = 0; i < together; ++i) sums[i].store_to(y + i * block_width);
}

template <class Number>
LAPSCALE_ALWAYS_INLINE void products_of_rows(const Number* x, std::size_t stride, std::size_t n,
                                             const double* v, double* y) {
  constexpr std::size_t together = LAPSCALE_SIMD_BYTES == 64 ? 4 : 2;  // their sums in registers
  std::size_t i = 0;
  for (; i + together <= n; i += together) {
    products_together<together>(x + i * stride, stride, v, y + i * block_width);
  }
  for (; i < n; ++i) products_together<1>(x + i * stride, stride, v, y + i * block_width);
}

inline void row_products(const double* x, std::size_t stride, std::size_t n, const double* v,
                         double* y) {
  products_of_rows(x, stride, n, v, y);
}

inline void float_row_products(const float* x, std::size_t stride, std::size_t n, const double* v,
                               double* y) {
  products_of_rows(x, stride, n, v, y);
}

// Two vectors of each column stay in registers while the rows go by.
template <class Number>
LAPSCALE_ALWAYS_INLINE void add_multiples_of_rows(const Number* x, std::size_t stride,
                                                  std::size_t n, const double* a, double* w) {
  Vec x0, x1, a0, a1, a2, a3, b0, b1, b2, b3;
  for (std::size_t k = 0; k < stride; k += 2 * lanes) {
    double* w0 = w + k;
    double* w1 = w0 + stride;
    double* w2 = w1 + stride;
    double* w3 = w2 + stride;
    load(w0, a0);
    load(w0 + lanes, b0);
    load(w1, a1);
    load(w1 + lanes, b1);
    load(w2, a2);
    load(w2 + lanes, b2);
    load(w3, a3);
    load(w3 + lanes, b3);
    const Number* row = x + k;
    for (std::size_t i = 0; i < n; ++i, row += stride) {
      const double* factor = a + i * block_width;
      load(row, x0);
      load(row + lanes, x1);
      a0 += x0 * factor[0];
      b0 += x1 * factor[0];
      a1 += x0 * factor[1];
      b1 += x1 * factor[1];
      a2 += x0 * factor[2];
      b2 += x1 * factor[2];
      a3 += x0 * factor[3];
      b3 += x1 * factor[3];
    }
    store(a0, w0);
    store(b0, w0 + lanes);
    store(a1, w1);
    store(b1, w1 + lanes);
    store(a2, w2);
    store(b2, w2 + lanes);
    store(a3, w3);
    store(b3, w3 + lanes);
  }
}

inline void add_row_multiples(const double* x, std::size_t stride, std::size_t n, const double* a,
                              double* w) {
  add_multiples_of_rows(x, stride, n, a, w);
}

inline void add_float_row_multiples(const float* x, std::size_t stride, std::size_t n,
                                    const double* a, double* w) {
  add_multiples_of_rows(x, stride, n, a, w);
}
