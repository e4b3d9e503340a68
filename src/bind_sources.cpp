#include <Rcpp.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "lapscale/points/matrix_file.hpp"
#include "r_allocate.h"

namespace {

std::vector<std::size_t> from_zero(const Rcpp::NumericVector& rows) {
  std::vector<std::size_t> result;
  result.reserve(static_cast<std::size_t>(rows.size()));
  for (const double row : rows) result.push_back(static_cast<std::size_t>(row) - 1);
  return result;
}

lapscale::MatrixLayout layout_from(const Rcpp::List& file) {
  const auto whole = [&](const char* name) {
    return static_cast<std::uint64_t>(Rcpp::as<double>(file[name]));
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
  layout.missing = NA_REAL;
  return layout;
}

// What `run` returns, or what is wrong with which file.
template <class Run>
SEXP unless_faulty(const Run& run) {
  try {
    return run();
  } catch (const lapscale::FileError& error) {
    return Rcpp::List::create(Rcpp::Named("path") = error.path(),
                              Rcpp::Named("fault") = error.what());
  }
}

}  // namespace

// Rows (1-based) of a matrix in a file, as R/core_source_file.R describes it: a matrix, or, where
// the file is not what it was, a list of its path and of what is wrong with it.
// [[Rcpp::export(rng = false)]]
SEXP cpp_file_rows(const Rcpp::List& file, const Rcpp::NumericVector& rows) {
  return unless_faulty([&]() -> SEXP {
    lapscale::MatrixFile matrix(layout_from(file));
    const std::vector<std::size_t> wanted = from_zero(rows);
    Rcpp::NumericMatrix result = numeric_matrix(wanted.size(), matrix.layout().p);
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
    const std::vector<std::size_t> at = from_zero(rows);
    matrix.write({at.data(), at.size()}, values.begin());
    return R_NilValue;
  });
}

// Rows (1-based) of a matrix of floats whose bits are held as integers, as package float has them;
// its NA is a NaN with bits of its own.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_float32_rows(const Rcpp::IntegerMatrix& bits,
                                     const Rcpp::NumericVector& rows) {
  constexpr int missing = 2139096994;
  const std::vector<std::size_t> wanted = from_zero(rows);
  const auto n = static_cast<std::size_t>(bits.nrow());
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
