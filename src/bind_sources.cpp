#include <Rcpp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "lapscale/points/matrix_file.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/point_index.hpp"
#include "r_allocate.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

// Returns what read(rows) gives, a row for each and p columns.
Rcpp::NumericMatrix block_of(const Rcpp::Function& read, const SEXP rows, int p) {
  const Rcpp::NumericMatrix block = read(rows);
  check_shape("block", block, Rf_xlength(rows), p);
  return block;
}

lapscale::MatrixLayout layout_from(const Rcpp::List& file) {
  const auto whole = [&](const char* name) {
    const auto number = Rcpp::as<double>(file[name]);
    check_between(name, number, 0.0, 0x1p53);
    return static_cast<std::uint64_t>(number);
  };
  const auto type = Rcpp::as<std::string>(file["type"]);
  lapscale::MatrixLayout layout;
  layout.path = Rcpp::as<std::vector<std::string>>(file["path"]);
  layout.type = type == "double"  ? lapscale::FileScalar::real64
                : type == "float" ? lapscale::FileScalar::real32
                                  : lapscale::FileScalar::int32;
  layout.offset = whole("offset");
  layout.column_rows = whole("column_rows");
  layout.first_row = whole("first_row");
  layout.first_column = whole("first_column");
  layout.n = whole("n");
  layout.p = whole("p");
  check_between("p", layout.p, std::size_t{1}, std::numeric_limits<int>::max());
  layout.missing = NA_REAL;
  return layout;
}

// Returns what `run` returns, or what is wrong with which file.
template <class Run>
SEXP unless_faulty(const Run& run) {
  try {
    return run();
  } catch (const lapscale::FileError& error) {
    return named_list({{"path", error.path()}, {"fault", error.what()}});
  }
}

bool is_matrix(const SEXP x, std::size_t rows, std::size_t columns) {
  return TYPEOF(x) == REALSXP && Rf_isMatrix(x) && static_cast<std::size_t>(Rf_nrows(x)) == rows &&
         static_cast<std::size_t>(Rf_ncols(x)) == columns;
}

// Adds the columns of a block to their sums, each row by row as R's colMeans() does, several
// columns side by side; returns whether all values are finite.
bool add_columns(const lapscale::PointView& block, std::vector<long double>& sum) {
  constexpr std::size_t together = 4;
  bool finite = true;
  for (std::size_t first = 0; first < block.dim; first += together) {
    const std::size_t count = std::min(together, block.dim - first);
    long double part[together] = {};
    std::copy_n(sum.data() + first, count, part);
    const double* column[together];
    for (std::size_t k = 0; k < together; ++k) {
      column[k] = block.data + (first + (k < count ? k : 0)) * block.coordinate_step;
    }
    for (std::size_t i = 0; i < block.n; ++i) {
      for (std::size_t k = 0; k < together; ++k) {
        part[k] += column[k][i];
        finite = finite && std::isfinite(column[k][i]);
      }
    }
    std::copy_n(part, count, sum.data() + first);
  }
  return finite;
}

}  // namespace

// Returns rows (1-based) of a matrix in a file, as R/core_source_file.R describes it: a matrix,
// `into` where that is one of the shape, or, where the file is not what it was, a list of its path
// and of what is wrong with it.
// [[Rcpp::export(rng = false)]]
SEXP cpp_file_rows(const Rcpp::List& file, const Rcpp::NumericVector& rows, const SEXP into) {
  return unless_faulty([&]() -> SEXP {
    lapscale::MatrixFile matrix(layout_from(file));
    const std::vector<std::size_t> wanted = rows_from(rows, matrix.layout().n);
    const std::size_t p = matrix.layout().p;
    Rcpp::NumericMatrix result = is_matrix(into, wanted.size(), p)
                                     ? Rcpp::NumericMatrix(into)
                                     : unset_matrix<REALSXP>(wanted.size(), p);
    matrix.read({wanted.data(), wanted.size()}, result.begin());
    return result;
  });
}

// Puts values (m x p) into these rows: NULL, or a list as above.
// [[Rcpp::export(rng = false)]]
SEXP cpp_write_file_rows(const Rcpp::List& file, const Rcpp::NumericVector& rows,
                         const Rcpp::NumericMatrix& values) {
  return unless_faulty([&]() -> SEXP {
    lapscale::MatrixFile matrix(layout_from(file), std::ios::in | std::ios::out);
    const std::vector<std::size_t> at = rows_from(rows, matrix.layout().n);
    check_shape("values", values, at.size(), matrix.layout().p);
    matrix.write({at.data(), at.size()}, values.begin());
    return R_NilValue;
  });
}

// Returns rows (1-based) of a matrix of floats whose bits are held as integers, as package float
// has them; its NA is a NaN with bits of its own.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_float32_rows(const Rcpp::IntegerMatrix& bits,
                                     const Rcpp::NumericVector& rows) {
  constexpr int missing = 2139096994;
  const auto n = static_cast<std::size_t>(bits.nrow());
  const std::vector<std::size_t> wanted = rows_from(rows, n);
  const auto p = static_cast<std::size_t>(bits.ncol());
  Rcpp::NumericMatrix result = numeric_matrix(wanted.size(), p);
  const int* column = bits.begin();
  double* out = result.begin();
  for (std::size_t k = 0; k < p; ++k, column += n) {
    for (const std::size_t row : wanted) {
      float value = 0;
      std::memcpy(&value, column + row, sizeof value);
      *out++ = column[row] == missing ? NA_REAL : static_cast<double>(value);
    }
  }
  return result;
}

// One pass over the blocks of a source: read(rows) gives those of a block, m x p. Returns a list
//   low, high, mean  of each column; the mean is summed as R's colMeans() does
//   bad, bad_rows    the first value that is not finite, as cpp_first_not_finite() has it, or NULL,
//                    and all rows (of those read, 1-based) with such values
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_scan_rows(const Rcpp::Function& read, const Rcpp::List& blocks, int p) {
  lapscale::PointRange range;
  std::vector<long double> sum(static_cast<std::size_t>(p), 0.0L);
  std::vector<int> bad_rows;
  std::string kind;
  double row = 0;
  double bad_row = 0;
  int bad_column = 0;
  double n_bad = 0;
  for (const SEXP rows : blocks) {
    const Rcpp::NumericMatrix block = block_of(read, rows, p);
    range.add(point_view(block));
    const bool finite = add_columns(point_view(block), sum);
    for (int i = 0; i < block.nrow(); ++i, ++row) {
      const double before = n_bad;
      for (int k = 0; k < p && !finite; ++k) {
        const double value = block(i, k);
        if (R_FINITE(value) || n_bad++ > 0) continue;
        kind = R_IsNA(value) ? "NA" : R_IsNaN(value) ? "NaN" : "Inf";
        bad_row = row + 1;
        bad_column = k + 1;
      }
      if (n_bad > before) bad_rows.push_back(static_cast<int>(row) + 1);
    }
  }
  Rcpp::RObject bad = R_NilValue;
  if (n_bad > 0) {
    bad = named_list({{"kind", kind}, {"row", bad_row}, {"column", bad_column}, {"count", n_bad}});
  }
  Rcpp::NumericVector mean = numeric_vector(sum.size());
  for (std::size_t k = 0; k < sum.size(); ++k) {
    mean[static_cast<R_xlen_t>(k)] = static_cast<double>(sum[k] / static_cast<long double>(row));
  }
  return named_list({{"low", range.low},
                     {"high", range.high},
                     {"mean", mean},
                     {"bad", bad},
                     {"bad_rows", bad_rows}});
}

// Tells how a block of rows, m x p, lies around the mean: list(far, square), the distances
// sqrt(rowSums(((x - mean) / unit)^2)) of the rows, with the bits of R, and the sums of the squares
// in each column, in a unit of its own.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_deviations(const Rcpp::NumericMatrix& block, const Rcpp::NumericVector& mean,
                          double unit, const Rcpp::NumericVector& column_unit) {
  check_size("mean", mean.size(), block.ncol());
  check_size("column_unit", column_unit.size(), block.ncol());
  const auto m = static_cast<std::size_t>(block.nrow());
  std::vector<long double> row(m, 0.0L);
  Rcpp::NumericVector square = numeric_vector(static_cast<std::size_t>(block.ncol()));
  for (int k = 0; k < block.ncol(); ++k) {
    const double* column = block.begin() + static_cast<std::size_t>(k) * m;
    double total = 0;
    for (std::size_t i = 0; i < m; ++i) {
      const double offset = column[i] - mean[k];
      row[i] += offset / unit * (offset / unit);
      total += offset / column_unit[k] * (offset / column_unit[k]);
    }
    square[k] = total;
  }
  Rcpp::NumericVector far = numeric_vector(m);
  std::transform(row.begin(), row.end(), far.begin(),
                 [](long double sum) { return std::sqrt(static_cast<double>(sum)); });
  return named_list({{"far", far}, {"square", square}});
}

// Returns rows (1-based, in any order) of points, as they were given.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_point_rows(SEXP points, const Rcpp::NumericVector& rows) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const std::vector<std::size_t> wanted = rows_from(rows, index.size());
  Rcpp::NumericMatrix result = numeric_matrix(wanted.size(), index.dim());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    index.for_coordinates(index.position_of(wanted[i]), [&](std::size_t k, double x) {
      result[static_cast<R_xlen_t>(k * wanted.size() + i)] =
          index.frame().from_unit(x) + index.frame().origin[k];
    });
  }
  return result;
}

// As cpp_points(), of points that stay on the disk, in `folder`: read(rows) gives those of a block.
// range: low and high of each column, as cpp_scan_rows() has them, or NULL; floats: whether all
// values are. A list as above where there is no room.
// [[Rcpp::export(rng = false)]]
SEXP cpp_page_points(const Rcpp::Function& read, const Rcpp::List& blocks, int p,
                     const Rcpp::Nullable<Rcpp::List>& range, bool floats,
                     const std::string& folder, const Rcpp::List& runtime) {
  std::size_t n = 0;
  for (const SEXP rows : blocks) n += static_cast<std::size_t>(Rf_xlength(rows));
  check_that(n > 0 && p > 0, "Rows and columns are expected.");
  const auto for_each_block = [&](const lapscale::PointIndex::BlockVisit& visit) {
    for (const SEXP rows : blocks) {
      const Rcpp::NumericMatrix block = block_of(read, rows, p);
      visit(point_view(block));
    }
  };
  lapscale::PointRange whole;
  if (range.isNotNull()) {
    const Rcpp::List known(range);
    whole.low = Rcpp::as<std::vector<double>>(known["low"]);
    whole.high = Rcpp::as<std::vector<double>>(known["high"]);
    check_size("low", whole.low.size(), p);
    check_size("high", whole.high.size(), p);
  } else {
    for_each_block([&](const lapscale::PointView& block) { whole.add(block); });
  }
  return unless_faulty([&] {
    return hold(std::make_shared<const Points>(
        Points{lapscale::PointIndex(whole, for_each_block, n, static_cast<std::size_t>(p), floats,
                                    folder, runtime_from(runtime))}));
  });
}
