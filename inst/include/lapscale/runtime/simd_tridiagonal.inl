// Makes a symmetric matrix tridiagonal and counts its eigenvalues: a part of simd_kernels.inl.

// A row of the lower half, and what it takes to change it and to multiply it.
struct UpdatedRow {
  double v, w, u;
  double* row;
  Vec sum{};

  LAPSCALE_ALWAYS_INLINE UpdatedRow(const double* from_v, const double* from_w,
                                    const double* from_u, double* at)
      : v(*from_v), w(*from_w), u(*from_u), row(at) {}

  LAPSCALE_ALWAYS_INLINE Vec change(std::size_t c, const Vec& vc, const Vec& wc, const Vec& uc) {
    Vec a;
    load(row + c, a);
    a -= v * wc;
    a -= w * vc;
    store(a, row + c);
    sum += a * uc;
    return a;
  }
};

inline void update_and_multiply(double* matrix, std::size_t n, const double* v, const double* w,
                                const double* u, double* y) {
  for (std::size_t i = 0; i < n; i += block_width) {
    const std::size_t left = i / panel_width * panel_width;
    const std::size_t length = left + panel_width;
    if (i == left) {
      for (std::size_t c = left; c < length; ++c) y[c] = 0;
    }
    double* row = matrix + left * length / 2 + (i - left) * length;
    UpdatedRow a(v + i, w + i, u + i, row), b(v + i + 1, w + i + 1, u + i + 1, row + length),
        c(v + i + 2, w + i + 2, u + i + 2, row + 2 * length),
        d(v + i + 3, w + i + 3, u + i + 3, row + 3 * length);
    for (std::size_t k = 0; k < left; k += lanes) {
      Vec vk, wk, uk, yk;
      load(v + k, vk);
      load(w + k, wk);
      load(u + k, uk);
      load(y + k, yk);
      yk += a.u * a.change(k, vk, wk, uk);
      yk += b.u * b.change(k, vk, wk, uk);
      yk += c.u * c.change(k, vk, wk, uk);
      yk += d.u * d.change(k, vk, wk, uk);
      store(yk, y + k);
    }
    for (std::size_t k = left; k < length; k += lanes) {
      Vec vk, wk, uk;
      load(v + k, vk);
      load(w + k, wk);
      load(u + k, uk);
      a.change(k, vk, wk, uk);
      b.change(k, vk, wk, uk);
      c.change(k, vk, wk, uk);
      d.change(k, vk, wk, uk);
    }
    y[i] += sum_of_lanes(a.sum);
    y[i + 1] += sum_of_lanes(b.sum);
    y[i + 2] += sum_of_lanes(c.sum);
    y[i + 3] += sum_of_lanes(d.sum);
  }
}

inline void counts_below(const double* diagonal, const double* sq_beside, std::size_t n,
                         const double* at, std::size_t n_at, double* count) {
  for (std::size_t s = 0; s < n_at; s += panel_width) {
    for (std::size_t c = s; c < s + panel_width; c += 2 * lanes) {
      const Vec one = Vec{} + 1.0;
      Vec x0, x1, below0{}, below1{}, q0 = one, q1 = one;
      load(at + c, x0);
      load(at + c + lanes, x1);
      for (std::size_t i = 0; i < n; ++i) {
        q0 = (diagonal[i] - x0) - sq_beside[i] / q0;
        q1 = (diagonal[i] - x1) - sq_beside[i] / q1;
        below0 += reinterpret_cast<Vec>(reinterpret_cast<VecInt>(q0 < 0.0) &
                                        reinterpret_cast<VecInt>(one));
        below1 += reinterpret_cast<Vec>(reinterpret_cast<VecInt>(q1 < 0.0) &
                                        reinterpret_cast<VecInt>(one));
      }
      store(below0, count + c);
      store(below1, count + c + lanes);
    }
  }
}
