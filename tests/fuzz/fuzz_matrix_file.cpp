// Files of any length, read by any layout: refused, or the rows that stand there.
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "fuzz_input.hpp"
#include "lapscale/points/matrix_file.hpp"

namespace {

// A size that is small more often than not.
std::uint64_t length(fuzz::Bytes& bytes) {
  return bytes.flag() ? bytes.whole<std::uint64_t>(0, 20)
                      : bytes.whole<std::uint64_t>(0, UINT64_MAX);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path =
      (std::filesystem::temp_directory_path() / ("lapscale-fuzz-" + std::to_string(getpid())))
          .string();
  fuzz::Bytes bytes(data, size);
  lapscale::MatrixLayout layout;
  layout.path.assign(bytes.whole<std::size_t>(0, 2), path);
  const lapscale::FileScalar types[] = {lapscale::FileScalar::real64, lapscale::FileScalar::real32,
                                        lapscale::FileScalar::int32};
  layout.type = types[bytes.whole(0, 2)];
  layout.offset = length(bytes);
  layout.column_rows = length(bytes);
  layout.first_row = length(bytes);
  layout.first_column = length(bytes);
  layout.n = length(bytes);
  layout.p = bytes.whole<std::size_t>(1, 20);
  std::vector<std::size_t> rows(bytes.whole<std::size_t>(0, 10));
  for (std::size_t& row : rows) row = bytes.whole<std::size_t>(0, 20);
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
