// Combinations of rows of a table, as a row of a sparse matrix asks for them: a part of
// simd_kernels.inl.

// Eight columns, four entries in turn, so that no sum waits for the one before.
inline void combine_rows(const double* value, const int* row, std::size_t n, const double* x,
                         std::size_t columns, double* y) {
  constexpr std::size_t width = 8;
  constexpr std::size_t vectors = width / lanes;
  for (std::size_t c = 0; c < columns; c += width) {
    Vec sum[4][vectors] = {};
    const auto add = [&](std::size_t e, Vec * to) __attribute__((always_inline)) {
      const double* from = x + static_cast<std::size_t>(row[e]) * columns + c;
      for (std::size_t v = 0; v < vectors; ++v) {
        Vec entry;
        load(from + v * lanes, entry);
        to[v] += entry * value[e];
      }
    };
    std::size_t e = 0;
    for (; e + 4 <= n; e += 4) {
      add(e, sum[0]);
      add(e + 1, sum[1]);
      add(e + 2, sum[2]);
      add(e + 3, sum[3]);
    }
    for (; e < n; ++e) add(e, sum[0]);
    for (std::size_t v = 0; v < vectors; ++v) {
      store((sum[0][v] + sum[1][v]) + (sum[2][v] + sum[3][v]), y + c + v * lanes);
    }
  }
}
