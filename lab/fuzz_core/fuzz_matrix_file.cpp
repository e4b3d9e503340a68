// Files of any length, read by any layout: refused, or the rows that stand there.
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "fuzz_input.hpp"
#include "lapscale/points/matrix_file.hpp"

namespace {

// A size that is small, but for one in eight.
std::uint64_t length(fuzz::Bytes& bytes) {
  return bytes.whole(0, 7) > 0 ? bytes.whole<std::uint64_t>(0, 8)
                               : bytes.whole<std::uint64_t>(0, UINT64_MAX);
}

// The file that is read, gone when the program ends.
struct Scratch {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("lapscale-fuzz-" + std::to_string(getpid())))
          .string();
  ~Scratch() { std::filesystem::remove(path); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scratch scratch;
  const std::string& path = scratch.path;
  fuzz::Bytes bytes(data, size);
  lapscale::MatrixLayout layout;
  layout.path.assign(bytes.whole(0, 7) > 0 ? 1 : bytes.whole<std::size_t>(0, 2), path);
  const lapscale::FileScalar types[] = {lapscale::FileScalar::real64, lapscale::FileScalar::real32,
                                        lapscale::FileScalar::int32};
  layout.type = types[bytes.whole(0, 2)];
  layout.offset = length(bytes);
  layout.first_row = length(bytes);
  layout.first_column = length(bytes);
  layout.n = length(bytes);
  // A part of each column more often than not.
  const std::uint64_t more = length(bytes);
  layout.column_rows = bytes.whole(0, 7) > 0 ? layout.first_row + layout.n + more : more;
  layout.p = bytes.whole<std::size_t>(1, 8);
  std::vector<std::size_t> rows(bytes.whole<std::size_t>(0, 10));
  for (std::size_t& row : rows) {
    row = bytes.whole(0, 63) > 0 && layout.n > 0 ? bytes.whole<std::uint64_t>(0, layout.n - 1)
                                                 : bytes.whole<std::size_t>(0, 8);
  }
  const auto content = bytes.rest();
  {
    std::filebuf file;
    file.open(path, std::ios::out | std::ios::binary | std::ios::trunc);
    file.sputn(content.data(), static_cast<std::streamsize>(content.size()));
  }
  try {
    lapscale::MatrixFile file(layout);
    // A file that was taken holds all that the layout speaks of.
    const std::uint64_t width = layout.type == lapscale::FileScalar::real64 ? 8 : 4;
    fuzz::require(layout.n <= content.size() / width);
    std::vector<double> out(rows.size() * layout.p, -1);
    file.read(rows, out.data());
    if (layout.type == lapscale::FileScalar::real64 && layout.path.size() == 1) {
      for (std::size_t at = 0; at < out.size(); ++at) {
        const std::uint64_t entry = (layout.first_column + at / rows.size()) * layout.column_rows +
                                    layout.first_row + rows[at % rows.size()];
        fuzz::require(layout.offset + 8 * entry + 8 <= content.size());
        fuzz::require(std::memcmp(&out[at], content.data() + layout.offset + 8 * entry, 8) == 0);
      }
    }
  } catch (const std::invalid_argument&) {
  } catch (const lapscale::FileError&) {
  }
  return 0;
}
