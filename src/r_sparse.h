#ifndef LAPSCALE_R_SPARSE_H
#define LAPSCALE_R_SPARSE_H

#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "lapscale/linalg/symmetric_operator.hpp"

// Sparse matrices of R, which anybody may have changed: no index is followed that leads outside.

// Returns what a slot is, if it has this type: a view of it lives as long as the matrix.
inline SEXP slot_of_type(SEXP matrix, const char* name, int type) {
  const SEXP slot = R_do_slot(matrix, Rf_install(name));
  if (TYPEOF(slot) == type) return slot;
  throw Rcpp::exception((std::string("its slot ") + name + " has another type").c_str(), false);
}

// Returns the slots of a dgCMatrix; an error says what is wrong with them.
//   square  whether columns are rows too
inline lapscale::SparseView sound_columns(const Rcpp::S4& matrix, bool square) {
  const auto stop = [](const char* what) { throw Rcpp::exception(what, false); };
  for (const char* name : {"Dim", "p", "i", "x"}) {
    if (!matrix.hasSlot(name)) stop("it is no dgCMatrix");
  }
  const SEXP dim = slot_of_type(matrix, "Dim", INTSXP);
  const SEXP p = slot_of_type(matrix, "p", INTSXP);
  const SEXP i = slot_of_type(matrix, "i", INTSXP);
  const SEXP x = slot_of_type(matrix, "x", REALSXP);
  if (Rf_xlength(dim) != 2 || INTEGER(dim)[0] < 0 || INTEGER(dim)[1] < 0) stop("it has no size");
  if (square && INTEGER(dim)[0] != INTEGER(dim)[1]) stop("it is not square");
  const auto rows = static_cast<unsigned>(INTEGER(dim)[0]);
  const auto columns = static_cast<std::size_t>(INTEGER(dim)[1]);
  const auto count = static_cast<std::size_t>(Rf_xlength(i));
  if (static_cast<std::size_t>(Rf_xlength(x)) != count) {
    stop("its entries are not as many as their row numbers");
  }
  const int* begin = INTEGER(p);
  if (static_cast<std::size_t>(Rf_xlength(p)) != columns + 1 || begin[0] != 0 ||
      static_cast<std::size_t>(begin[columns]) != count ||
      !std::is_sorted(begin, begin + columns + 1)) {
    stop("its columns do not follow one another");
  }
  const int* row = INTEGER(i);
  unsigned largest = 0;  // a negative number is larger than any row
  for (std::size_t e = 0; e < count; ++e) {
    largest = std::max(largest, static_cast<unsigned>(row[e]));
  }
  if (count > 0 && largest >= rows) stop("a row number is outside");
  return {{begin, columns + 1}, {row, count}, {REAL(x), count}};
}

// Tells whether all are finite and at least 0.
inline bool all_weights(const double* value, std::size_t count) {
  constexpr double largest = std::numeric_limits<double>::max();
  int bad = 0;
  for (std::size_t e = 0; e < count; ++e) {
    bad |= static_cast<int>(!(value[e] >= 0)) | static_cast<int>(!(value[e] <= largest));
  }
  return bad == 0;
}

#endif
