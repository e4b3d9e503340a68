#ifndef LAPSCALE_RUNTIME_FILE_ERROR_HPP
#define LAPSCALE_RUNTIME_FILE_ERROR_HPP

#include <stdexcept>
#include <string>
#include <utility>

namespace lapscale {

// A file that is not what it should be: not there, too short, or too large for its disk.
class FileError : public std::runtime_error {
 public:
  FileError(std::string path, const std::string& what)
      : std::runtime_error(what), path_(std::move(path)) {}

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace lapscale

#endif
