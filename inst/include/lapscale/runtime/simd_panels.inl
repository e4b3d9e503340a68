// Squared distances and products of panels and blocks: a part of simd_kernels.inl.

struct AddSquaredDifference {
  LAPSCALE_ALWAYS_INLINE void operator()(Vec& sum, const Vec& x, double y) const {
    const Vec difference = x - y;
    sum += difference * difference;
  }
};

struct AddProduct {
  LAPSCALE_ALWAYS_INLINE void operator()(Vec& sum, const Vec& x, double y) const { sum += x * y; }
};

// Sums of two vectors of points with the four columns of a block, which stay in registers.
template <class Step>
struct PanelSums {
  Vec a0{}, a1{}, a2{}, a3{}, b0{}, b1{}, b2{}, b3{};

  // Coordinates begin to end - 1 of points and block.
  template <class Number>
  LAPSCALE_ALWAYS_INLINE void add(const Number* panel, const double* block, std::size_t begin,
                                  std::size_t end) {
    const Step step{};
    const Number* point = panel + begin * panel_width;
    const double* column = block + begin * block_width;
    for (std::size_t k = begin; k < end; ++k, point += panel_width, column += block_width) {
      Vec x0, x1;
      load(point, x0);
      load(point + lanes, x1);
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

  LAPSCALE_ALWAYS_INLINE void store_to(double* out, std::size_t stride) const {
    store(a0, out);
    store(b0, out + lanes);
    store(a1, out + stride);
    store(b1, out + stride + lanes);
    store(a2, out + 2 * stride);
    store(b2, out + 2 * stride + lanes);
    store(a3, out + 3 * stride);
    store(b3, out + 3 * stride + lanes);
  }

  // Tells whether each column's sums all exceed its limit.
  LAPSCALE_ALWAYS_INLINE bool exceed(const double* limit) const {
    const VecInt within =
        reinterpret_cast<VecInt>(a0 <= limit[0]) | reinterpret_cast<VecInt>(b0 <= limit[0]) |
        reinterpret_cast<VecInt>(a1 <= limit[1]) | reinterpret_cast<VecInt>(b1 <= limit[1]) |
        reinterpret_cast<VecInt>(a2 <= limit[2]) | reinterpret_cast<VecInt>(b2 <= limit[2]) |
        reinterpret_cast<VecInt>(a3 <= limit[3]) | reinterpret_cast<VecInt>(b3 <= limit[3]);
    unsigned long long any = within[0];
    for (std::size_t l = 1; l < lanes; ++l) any |= within[l];
    return any == 0;
  }
};

template <class Step, class Number>
LAPSCALE_ALWAYS_INLINE void reduce_panel(const Number* panel, const double* block, std::size_t dim,
                                         std::size_t stride, double* out) {
  for (std::size_t c = 0; c < panel_width; c += 2 * lanes) {
    PanelSums<Step> sums;
    sums.add(panel + c, block, 0, dim);
    sums.store_to(out + c, stride);
  }
}

inline void sq_distances(const double* panels, std::size_t dim, std::size_t n_panels,
                         const double* block, double* out) {
  for (std::size_t p = 0; p < n_panels; ++p) {
    reduce_panel<AddSquaredDifference>(panels + p * dim * panel_width, block, dim,
                                       n_panels * panel_width, out + p * panel_width);
  }
}

inline void sq_distances_within(const double* panels, std::size_t dim, std::size_t n_panels,
                                const double* block, const double* limit, double* out) {
  constexpr std::size_t axes_at_once = 16;
  for (std::size_t p = 0; p < n_panels; ++p, panels += dim * panel_width) {
    for (std::size_t c = 0; c < panel_width; c += 2 * lanes) {
      PanelSums<AddSquaredDifference> sums;
      std::size_t done = 0;
      do {
        const std::size_t begin = done;
        done = dim - begin < axes_at_once ? dim : begin + axes_at_once;
        sums.add(panels + c, block, begin, done);
      } while (done < dim && !sums.exceed(limit));
      sums.store_to(out + p * panel_width + c, n_panels * panel_width);
    }
  }
}

inline void products(const double* panels, std::size_t dim, std::size_t n_panels,
                     const double* block, double* out) {
  for (std::size_t p = 0; p < n_panels; ++p) {
    reduce_panel<AddProduct>(panels + p * dim * panel_width, block, dim, n_panels * panel_width,
                             out + p * panel_width);
  }
}
