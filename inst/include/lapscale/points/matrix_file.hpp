#ifndef LAPSCALE_POINTS_MATRIX_FILE_HPP
#define LAPSCALE_POINTS_MATRIX_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lapscale/points/stored_numbers.hpp"
#include "lapscale/runtime/file_error.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

enum class FileScalar { real64, real32, int32 };

// Where the entries of an n x p matrix stand: column after column in one file, or each column in a
// file of its own. The matrix may be a part of what the file holds.
struct MatrixLayout {
  std::vector<std::string> path;  // one, or a file per column of the part
  FileScalar type = FileScalar::real64;
  std::uint64_t offset = 0;       // bytes before the first column of the file
  std::uint64_t column_rows = 0;  // entries of a column of the file
  std::uint64_t first_row = 0;    // of the part, in the file
  std::uint64_t first_column = 0;
  std::size_t n = 0;
  std::size_t p = 0;
  double missing = std::numeric_limits<double>::quiet_NaN();  // what a missing value becomes
};

// Rows of a matrix in a file, as doubles. Files are read and written, not mapped into memory. What
// was read is not kept, and a file that is cut short, or a full disk, is an error rather than the
// end of the process. Missing values are those of bigmemory and bigstatsr: the smallest int, and as
// a float FLT_MIN.
class MatrixFile {
 public:
  // Opens the files; FileError where one is not there, or too short. To write: std::ios::out too.
  explicit MatrixFile(MatrixLayout layout, std::ios::openmode mode = std::ios::in)
      : layout_(std::move(layout)), mode_(mode), file_(layout_.path.size()) {
    if (file_.size() != 1 && file_.size() != layout_.p) {
      throw std::invalid_argument("MatrixFile: one file, or one for each column");
    }
    for (std::size_t f = 0; f < file_.size(); ++f) {
      open(f);
      if (file_.size() > max_open) file_[f].close();
    }
  }

  const MatrixLayout& layout() const { return layout_; }

  // Gives these rows, from 0, in this order: rows.size() x p, column after column; `out` is
  // written.
  void read(Span<const std::size_t> rows, double* out) {
    for_runs(rows, [&](std::size_t column, std::size_t row, std::size_t count, std::size_t at) {
      read_run(column, row, count, out + at);
    });
  }

  // Puts them there. FileError, before anything is written, for a number that its type has not.
  void write(Span<const std::size_t> rows, const double* values) {
    const std::size_t size = rows.size() * layout_.p;
    if (layout_.type == FileScalar::real32) check_range<float>(values, size);
    if (layout_.type == FileScalar::int32) check_range<std::int32_t>(values, size);
    for_runs(rows, [&](std::size_t column, std::size_t row, std::size_t count, std::size_t at) {
      write_run(column, row, count, values + at);
    });
  }

 private:
  std::size_t width() const { return layout_.type == FileScalar::real64 ? 8 : 4; }

  std::uint64_t byte_of(std::size_t column, std::uint64_t row) const {
    return byte_as<std::uint64_t>(column, row);
  }

  template <class Number>
  Number byte_as(std::size_t column, std::uint64_t row) const {
    const auto number = [](std::uint64_t count) { return static_cast<Number>(count); };
    const Number before = file_.size() == 1 ? number(layout_.first_column) + number(column) : 0;
    return number(layout_.offset) +
           (before * number(layout_.column_rows) + number(layout_.first_row) + number(row)) *
               number(width());
  }

  // Bytes up to the end of a column; a sum that would wrap around is beyond any file.
  std::uint64_t end_of(std::size_t column) const {
    const bool wraps = !(byte_as<double>(column, layout_.n) < 0x1p63);
    return wraps ? std::numeric_limits<std::uint64_t>::max() : byte_of(column, layout_.n);
  }

  // Calls visit(column, row, count, at) for each run of rows that follow one another in the file
  // and in `rows`: `at` is its place in a matrix of the rows.
  template <class Visit>
  void for_runs(Span<const std::size_t> rows, const Visit& visit) const {
    for (const std::size_t row : rows) {
      if (row >= layout_.n) throw std::invalid_argument("MatrixFile: a row past the last");
    }
    for (std::size_t k = 0; k < layout_.p; ++k) {
      for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
        visit(k, rows[begin], end - begin, k * rows.size() + begin);
        begin = end;
      }
    }
  }

  void open(std::size_t f) {
    std::filebuf& file = file_[f];
    // Without a buffer of its own: blocks are large.
    file.pubsetbuf(nullptr, 0);
    if (file.open(layout_.path[f], mode_ | std::ios::binary) == nullptr) {
      throw FileError(layout_.path[f], "cannot be opened");
    }
    const std::streamoff size = file.pubseekoff(0, std::ios::end);
    const std::uint64_t least = end_of(file_.size() == 1 ? layout_.p - 1 : f);
    if (size < 0 || static_cast<std::uint64_t>(size) < least) {
      throw FileError(layout_.path[f], "is too short: " + std::to_string(size) + " bytes of " +
                                           std::to_string(least));
    }
  }

  // Returns the file of a column, at the entry of a row. Of many files one is open at a time.
  std::filebuf& seek(std::size_t column, std::size_t row) {
    const std::size_t f = file_.size() == 1 ? 0 : column;
    std::filebuf& file = file_[f];
    if (!file.is_open()) {
      if (open_ < file_.size()) file_[open_].close();
      open(f);
      open_ = f;
    }
    file.pubseekpos(static_cast<std::streamoff>(byte_of(column, row)));
    return file;
  }

  void fail(std::size_t column, std::size_t row, const std::string& what) const {
    throw FileError(layout_.path[file_.size() == 1 ? 0 : column],
                    what + std::to_string(byte_of(column, row)));
  }

  void read_run(std::size_t column, std::size_t row, std::size_t count, double* out) {
    raw_.resize(count * width());
    const auto wanted = static_cast<std::streamsize>(raw_.size());
    if (seek(column, row).sgetn(raw_.data(), wanted) != wanted) {
      fail(column, row, "cannot be read at byte ");
    }
    if (layout_.type == FileScalar::real64) std::memcpy(out, raw_.data(), raw_.size());
    if (layout_.type == FileScalar::real32) unpack<float>(count, out);
    if (layout_.type == FileScalar::int32) unpack<std::int32_t>(count, out);
  }

  void write_run(std::size_t column, std::size_t row, std::size_t count, const double* values) {
    raw_.resize(count * width());
    if (layout_.type == FileScalar::real64) std::memcpy(raw_.data(), values, raw_.size());
    if (layout_.type == FileScalar::real32) StoredNumbers<float>::pack(values, count, raw_.data());
    if (layout_.type == FileScalar::int32)
      StoredNumbers<std::int32_t>::pack(values, count, raw_.data());
    const auto wanted = static_cast<std::streamsize>(raw_.size());
    std::filebuf& file = seek(column, row);
    if (file.sputn(raw_.data(), wanted) != wanted || file.pubsync() != 0) {
      fail(column, row, "cannot be written, perhaps the disk is full, at byte ");
    }
  }

  template <class Scalar>
  void unpack(std::size_t count, double* out) const {
    StoredNumbers<Scalar>::unpack(raw_.data(), count, layout_.missing, out);
  }

  template <class Scalar>
  void check_range(const double* values, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (StoredNumbers<Scalar>::holds(values[i])) continue;
      char text[32];
      std::snprintf(text, sizeof text, "%g", values[i]);
      throw FileError(layout_.path[0], std::string("cannot hold ") + text);
    }
  }

  static constexpr std::size_t max_open = 256;

  MatrixLayout layout_;
  std::ios::openmode mode_;
  std::size_t open_ = std::size_t(-1);  // of many files, the one that is open
  std::vector<std::filebuf> file_;
  std::vector<char> raw_;
};

}  // namespace lapscale

#endif
