#include "lapscale/points/matrix_file.hpp"

#include <catch.h>

#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using lapscale::FileError;
using lapscale::FileScalar;
using lapscale::MatrixFile;
using lapscale::MatrixLayout;

namespace {

// A file in the current folder that goes when the test ends.
class ScratchFile {
 public:
  template <class Scalar>
  ScratchFile(const std::string& name, const std::vector<Scalar>& values, std::size_t offset = 0)
      : path_(name) {
    std::ofstream out(path_, std::ios::binary);
    out << std::string(offset, 'x');
    out.write(reinterpret_cast<const char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(Scalar)));
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { std::remove(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Entry (i, k) of a matrix with `rows` rows is 100 k + i.
template <class Scalar>
std::vector<Scalar> numbered(std::size_t rows, std::size_t columns) {
  std::vector<Scalar> values;
  for (std::size_t k = 0; k < columns; ++k) {
    for (std::size_t i = 0; i < rows; ++i) values.push_back(static_cast<Scalar>(100 * k + i));
  }
  return values;
}

MatrixLayout layout_of(std::vector<std::string> path, FileScalar type, std::size_t n,
                       std::size_t p) {
  MatrixLayout layout;
  layout.path = std::move(path);
  layout.type = type;
  layout.column_rows = n;
  layout.n = n;
  layout.p = p;
  return layout;
}

std::vector<double> rows_of(MatrixFile& file, const std::vector<std::size_t>& rows) {
  std::vector<double> out(rows.size() * file.layout().p);
  file.read({rows.data(), rows.size()}, out.data());
  return out;
}

}  // namespace

TEST_CASE("rows come in the order asked for, whatever the type", "[matrix_file]") {
  const std::vector<double> wanted = {3, 4, 5, 0, 103, 104, 105, 100};
  const std::vector<std::size_t> rows = {3, 4, 5, 0};
  const ScratchFile reals("matrix_file_real64", numbered<double>(7, 2));
  const ScratchFile floats("matrix_file_real32", numbered<float>(7, 2));
  const ScratchFile ints("matrix_file_int32", numbered<std::int32_t>(7, 2));
  MatrixFile real64(layout_of({reals.path()}, FileScalar::real64, 7, 2));
  MatrixFile real32(layout_of({floats.path()}, FileScalar::real32, 7, 2));
  MatrixFile int32(layout_of({ints.path()}, FileScalar::int32, 7, 2));
  REQUIRE(rows_of(real64, rows) == wanted);
  REQUIRE(rows_of(real32, rows) == wanted);
  REQUIRE(rows_of(int32, rows) == wanted);
  REQUIRE(rows_of(int32, {}).empty());
  REQUIRE_THROWS_AS(rows_of(int32, {7}), std::invalid_argument);
}

TEST_CASE("a part of a file, behind a header", "[matrix_file]") {
  const ScratchFile file("matrix_file_part", numbered<double>(7, 4), 13);
  MatrixLayout layout = layout_of({file.path()}, FileScalar::real64, 3, 2);
  layout.offset = 13;
  layout.column_rows = 7;
  layout.first_row = 2;
  layout.first_column = 1;
  MatrixFile part(layout);
  const std::vector<double> wanted = {102, 103, 104, 202, 203, 204};
  REQUIRE(rows_of(part, {0, 1, 2}) == wanted);
}

TEST_CASE("a file for each column", "[matrix_file]") {
  const ScratchFile one("matrix_file_column_0", std::vector<float>{1, 2, 3});
  const ScratchFile two("matrix_file_column_1", std::vector<float>{4, 5, 6});
  MatrixLayout layout = layout_of({one.path(), two.path()}, FileScalar::real32, 2, 2);
  layout.column_rows = 3;
  layout.first_row = 1;
  MatrixFile file(layout);
  const std::vector<double> wanted = {2, 3, 5, 6};
  REQUIRE(rows_of(file, {0, 1}) == wanted);
  layout.p = 3;
  REQUIRE_THROWS_AS(MatrixFile(layout), std::invalid_argument);
}

TEST_CASE("a file that ends within its last column is too short", "[matrix_file]") {
  std::vector<double> values = numbered<double>(7, 3);
  const ScratchFile whole("matrix_file_whole", values);
  values.pop_back();
  const ScratchFile cut("matrix_file_cut", values);
  REQUIRE_NOTHROW(MatrixFile(layout_of({whole.path()}, FileScalar::real64, 7, 3)));
  REQUIRE_THROWS_AS(MatrixFile(layout_of({cut.path()}, FileScalar::real64, 7, 3)), FileError);
}

TEST_CASE("missing values are what the caller wants; NaN stays NaN", "[matrix_file]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ScratchFile floats("matrix_file_na32", std::vector<float>{FLT_MIN, nan, -FLT_MIN});
  const ScratchFile ints("matrix_file_na_int",
                         std::vector<std::int32_t>{std::numeric_limits<std::int32_t>::min(), -1});
  MatrixLayout layout = layout_of({floats.path()}, FileScalar::real32, 3, 1);
  layout.missing = -77;
  MatrixFile real32(layout);
  const std::vector<double> found = rows_of(real32, {0, 1, 2});
  REQUIRE(found[0] == -77);
  REQUIRE(std::isnan(found[1]));
  REQUIRE(found[2] == -static_cast<double>(FLT_MIN));
  layout = layout_of({ints.path()}, FileScalar::int32, 2, 1);
  layout.missing = -77;
  MatrixFile int32(layout);
  const std::vector<double> wanted = {-77, -1};
  REQUIRE(rows_of(int32, {0, 1}) == wanted);
}

TEST_CASE("files that are not there, too short or cut short are errors with their name",
          "[matrix_file]") {
  const auto path_of = [](const auto& fails) {
    try {
      fails();
    } catch (const FileError& error) {
      return error.path() + ": " + error.what();
    }
    return std::string("no error");
  };
  REQUIRE(path_of([] {
            MatrixFile(layout_of({"matrix_file_nowhere"}, FileScalar::real64, 2, 2));
          }) == "matrix_file_nowhere: cannot be opened");
  const ScratchFile file("matrix_file_short", numbered<double>(3, 2));
  REQUIRE(path_of([&] { MatrixFile(layout_of({file.path()}, FileScalar::real64, 7, 1)); }) ==
          "matrix_file_short: is too short: 48 bytes of 56");
  lapscale::MatrixLayout wraps = layout_of({file.path()}, FileScalar::real64, 3, 1);
  wraps.n = std::size_t{1} << 61;  // entries whose bytes are 2^64
  REQUIRE(path_of([&] { MatrixFile{wraps}; }) ==
          "matrix_file_short: is too short: 48 bytes of 18446744073709551615");
  MatrixFile open(layout_of({file.path()}, FileScalar::real64, 3, 2));
  std::ofstream(file.path(), std::ios::binary | std::ios::trunc) << "x";
  REQUIRE(path_of([&] { rows_of(open, {1, 2}); }) == "matrix_file_short: cannot be read at byte 8");
}

TEST_CASE("what was written is read again, and nothing beside it changes", "[matrix_file]") {
  const std::vector<std::size_t> rows = {1, 2, 4};
  const std::vector<double> values = {-1, -2, -4, -11, -12, -14};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ScratchFile reals("matrix_file_out64", numbered<double>(5, 2));
  const ScratchFile floats("matrix_file_out32", numbered<float>(5, 2));
  const ScratchFile ints("matrix_file_out_int", numbered<std::int32_t>(5, 2));
  const std::vector<MatrixLayout> layouts = {
      layout_of({reals.path()}, FileScalar::real64, 5, 2),
      layout_of({floats.path()}, FileScalar::real32, 5, 2),
      layout_of({ints.path()}, FileScalar::int32, 5, 2),
  };
  for (const MatrixLayout& layout : layouts) {
    MatrixFile(layout, std::ios::in | std::ios::out).write({rows.data(), 3}, values.data());
    MatrixFile file(layout);
    REQUIRE(rows_of(file, rows) == values);
    const std::vector<double> others = {0, 3, 100, 103};
    REQUIRE(rows_of(file, {0, 3}) == others);
    const std::vector<double> missing = {nan, nan};
    const std::size_t first = 0;
    MatrixFile(layout, std::ios::in | std::ios::out).write({&first, 1}, missing.data());
    REQUIRE(std::isnan(rows_of(file, {0})[1]));
  }
  MatrixFile closed(layouts[0]);
  REQUIRE_THROWS_AS(closed.write({rows.data(), 3}, values.data()), FileError);
}

TEST_CASE("a column in each of more files than may be open", "[matrix_file]") {
  constexpr std::size_t p = 1500;
  std::vector<std::unique_ptr<ScratchFile>> files;
  std::vector<std::string> path;
  for (std::size_t k = 0; k < p; ++k) {
    path.push_back("matrix_file_column_" + std::to_string(k));
    files.push_back(std::make_unique<ScratchFile>(
        path.back(), std::vector<double>{1.0 * static_cast<double>(k), -1}));
  }
  MatrixFile file(layout_of(path, FileScalar::real64, 2, p), std::ios::in | std::ios::out);
  const std::vector<std::size_t> rows = {0};
  for (int often = 0; often < 2; ++often) {
    const std::vector<double> found = rows_of(file, rows);
    for (std::size_t k = 0; k < p; ++k) {
      REQUIRE(std::abs(found[k] - static_cast<double>(k) * (1 + often)) < 1e-12);
    }
    std::vector<double> twice(found);
    for (double& value : twice) value *= 2;
    file.write({rows.data(), 1}, twice.data());
  }
}

TEST_CASE("what a type has not is refused, what stands for missing gives way", "[matrix_file]") {
  const ScratchFile floats("matrix_file_floats", std::vector<float>{1, 2});
  MatrixFile file(layout_of({floats.path()}, FileScalar::real32, 2, 1),
                  std::ios::in | std::ios::out);
  const std::vector<std::size_t> rows = {0, 1};
  const std::vector<double> large = {7, 1e39};
  REQUIRE_THROWS_AS(file.write({rows.data(), 2}, large.data()), FileError);
  const std::vector<double> before = {1, 2};
  REQUIRE(rows_of(file, rows) == before);
  const std::vector<double> small = {FLT_MIN, -std::numeric_limits<double>::infinity()};
  file.write({rows.data(), 2}, small.data());
  const std::vector<double> found = rows_of(file, rows);
  REQUIRE(found[0] == Approx(FLT_MIN).epsilon(1e-6));
  REQUIRE(found[1] == small[1]);
}
