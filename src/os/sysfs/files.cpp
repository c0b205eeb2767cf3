// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/facts/fact.h"

#include "base/file_descriptor.h"
#include "os/lines.h"
#include "os/read.h"

namespace rocelint {

namespace {

// modules.dep of a distribution kernel is the largest: three quarters of a megabyte today.
constexpr std::size_t kMaxFileBytes = std::size_t{4} << 20;
constexpr int kMaxLinks = 40;           // as the kernel's MAXSYMLINKS
constexpr std::size_t kMaxDepth = 256;  // directories held open at once

Unknown failure(std::string_view path) {
  return unknown_from_errno(errno, std::string(path));
}

FileDescriptor open_at(int directory, const std::string& name, int flags) {
  int fd = -1;
  do {
    fd = ::openat(directory, name.c_str(), flags | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  return FileDescriptor(fd);
}

// Appends the components of `path` in reverse, so that the next one is at the back.
void push_components(std::string_view path, std::vector<std::string>& pending) {
  const auto parts = parts_of(path, "/");
  pending.insert(pending.end(), parts.rbegin(), parts.rend());
}

// Follows a path below a root directory by hand: each component is opened without following it, and
// a link's target is walked in its place, with the root as its "/".
class RootedWalk {
 public:
  explicit RootedWalk(FileDescriptor root) : root_(std::move(root)) {}

  [[nodiscard]] bool follow(std::string_view path) {
    std::vector<std::string> pending;
    push_components(path, pending);
    while (!pending.empty()) {
      const std::string name = std::move(pending.back());
      pending.pop_back();
      if (!step(name, pending)) {
        return false;
      }
    }
    return true;
  }

  /// Opens what the path led to.
  [[nodiscard]] FileDescriptor open(int flags) const {
    if (steps_.empty()) {
      return open_at(root_.get(), ".", flags);
    }
    const int parent = steps_.size() == 1 ? root_.get() : steps_[steps_.size() - 2].fd.get();
    return open_at(parent, steps_.back().name, flags | O_NOFOLLOW);
  }

  [[nodiscard]] std::string path() const {
    std::string out;
    for (const auto& step : steps_) {
      out += '/' + step.name;
    }
    return out.empty() ? "/" : out;
  }

 private:
  struct Step {
    FileDescriptor fd;
    std::string name;
  };

  [[nodiscard]] bool step(const std::string& name, std::vector<std::string>& pending) {
    if (name == ".") {
      return true;
    }
    if (name == "..") {
      if (!steps_.empty()) {
        steps_.pop_back();
      }
      return true;
    }
    if (steps_.size() == kMaxDepth) {
      errno = ENAMETOOLONG;
      return false;
    }
    const int parent = steps_.empty() ? root_.get() : steps_.back().fd.get();
    FileDescriptor fd = open_at(parent, name, O_PATH | O_NOFOLLOW);
    struct stat status{};
    if (!fd.is_open() || ::fstat(fd.get(), &status) != 0) {
      return false;
    }
    if (S_ISLNK(status.st_mode)) {
      return follow_link(fd, pending);
    }
    steps_.push_back({std::move(fd), name});
    return true;
  }

  [[nodiscard]] bool follow_link(const FileDescriptor& link, std::vector<std::string>& pending) {
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlinkat(link.get(), "", target.data(), target.size());
    if (size < 0) {
      return false;
    }
    if (++links_ > kMaxLinks) {
      errno = ELOOP;
      return false;
    }
    const std::string_view text(target.data(), static_cast<std::size_t>(size));
    if (text.starts_with('/')) {
      steps_.clear();
    }
    push_components(text, pending);
    return true;
  }

  FileDescriptor root_;
  std::vector<Step> steps_;
  int links_ = 0;
};

// The file at `path`; fd -1 and errno when it can't be opened.
FileDescriptor open_below(const std::string& root, std::string_view path, int flags) {
  if (root.empty()) {
    return open_at(AT_FDCWD, std::string(path), flags);
  }
  FileDescriptor directory = open_at(AT_FDCWD, root, O_PATH | O_DIRECTORY);
  if (!directory.is_open()) {
    return directory;
  }
  RootedWalk walk(std::move(directory));
  return walk.follow(path) ? walk.open(flags) : FileDescriptor();
}

bool is_debugfs(int fd) {
  struct statfs status{};
  return ::fstatfs(fd, &status) == 0 && status.f_type == DEBUGFS_MAGIC;
}

// Some debugfs files ask the firmware at each read, so there the read that would find the end is
// left out; a seq_file of procfs needs more than one.
Read<std::string> read_all(int fd, std::string_view path) {
  std::array<char, std::size_t{1} << 16U> chunk;  // NOLINT(*-pro-type-member-init): read() fills it
  const bool once = is_debugfs(fd);
  std::string text;
  while (text.size() <= kMaxFileBytes) {
    const ssize_t got = ::read(fd, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return tl::unexpected(failure(path));
    }
    text.append(chunk.data(), static_cast<std::size_t>(got));
    if (got == 0 || (once && static_cast<std::size_t>(got) < chunk.size())) {
      break;
    }
  }
  if (text.size() > kMaxFileBytes) {
    return tl::unexpected(malformed(std::string(path) + ": over 4 MB"));
  }
  if (text.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

struct FreeText {
  void operator()(char* text) const {
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): realpath()'s
    std::free(text);
  }
};

}  // namespace

Files::Files(std::string root) : root_(std::move(root)) {}

Read<std::string> Files::read(std::string_view path) const {
  const FileDescriptor file = open_below(root_, path, O_RDONLY | O_NOCTTY);
  if (!file.is_open()) {
    return tl::unexpected(failure(path));
  }
  return read_all(file.get(), path);
}

Read<std::string> Files::read_part(std::string_view path, std::uint64_t offset,
                                   std::size_t size) const {
  const FileDescriptor file = open_below(root_, path, O_RDONLY | O_NOCTTY);
  if (!file.is_open()) {
    return tl::unexpected(failure(path));
  }
  std::string bytes(size, '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = ::pread(file.get(), bytes.data() + filled, bytes.size() - filled,
                                static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return tl::unexpected(failure(path));
    }
    if (got == 0) {
      break;
    }
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

Read<std::vector<std::string>> Files::list(std::string_view path) const {
  FileDescriptor file = open_below(root_, path, O_RDONLY | O_DIRECTORY);
  if (!file.is_open()) {
    return tl::unexpected(failure(path));
  }
  const std::unique_ptr<DIR, CloseDirectory> directory(::fdopendir(file.get()));
  if (directory == nullptr) {
    return tl::unexpected(failure(path));
  }
  (void)file.release();  // the DIR owns it now
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(directory.get())) {  // NOLINT(concurrency-mt-unsafe)
    const std::string_view name(static_cast<const char*>(entry->d_name));
    if (name != "." && name != "..") {
      names.emplace_back(name);
    }
    errno = 0;
  }
  if (errno != 0) {
    return tl::unexpected(failure(path));
  }
  std::ranges::sort(names);
  return names;
}

Read<std::string> Files::real_path(std::string_view path) const {
  if (root_.empty()) {
    const std::unique_ptr<char, FreeText> real(::realpath(std::string(path).c_str(), nullptr));
    if (real == nullptr) {
      return tl::unexpected(failure(path));
    }
    return std::string(real.get());
  }
  FileDescriptor directory = open_at(AT_FDCWD, root_, O_PATH | O_DIRECTORY);
  if (!directory.is_open()) {
    return tl::unexpected(failure(root_));
  }
  RootedWalk walk(std::move(directory));
  if (!walk.follow(path)) {
    return tl::unexpected(failure(path));
  }
  return walk.path();
}

Read<std::int64_t> Files::modified_at_s(std::string_view path) const {
  const FileDescriptor file = open_below(root_, path, O_RDONLY | O_NOCTTY | O_NONBLOCK);
  struct stat status{};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    return tl::unexpected(failure(path));
  }
  return status.st_mtim.tv_sec;
}

bool Files::exists(std::string_view path) const {
  return real_path(path).has_value();
}

bool Files::is_absent(std::string_view path) const {
  const auto real = real_path(path);
  return !real && real.error().reason == Reason::not_found;
}

Read<FileStatus> Files::status(std::string_view path) const {
  const FileDescriptor file = open_below(root_, path, O_PATH);
  struct stat status{};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    return tl::unexpected(failure(path));
  }
  return FileStatus{.mode = status.st_mode, .owner = status.st_uid, .group = status.st_gid};
}

Read<bool> Files::may_read_and_write(std::string_view path) const {
  const FileDescriptor file = open_below(root_, path, O_PATH);
  if (!file.is_open()) {
    return tl::unexpected(failure(path));
  }
  // By its name in procfs: AT_EMPTY_PATH needs faccessat2, which older kernels lack.
  const std::string name = "/proc/self/fd/" + std::to_string(file.get());
  if (::faccessat(AT_FDCWD, name.c_str(), R_OK | W_OK, AT_EACCESS) == 0) {
    return true;
  }
  if (errno == EACCES || errno == EPERM || errno == EROFS) {
    return false;
  }
  return tl::unexpected(failure(path));
}

Read<std::uint64_t> Files::filesystem_bytes(std::string_view path) const {
  const FileDescriptor file = open_below(root_, path, O_PATH);
  struct statvfs status{};
  if (!file.is_open() || ::fstatvfs(file.get(), &status) != 0) {
    return tl::unexpected(failure(path));
  }
  return std::uint64_t{status.f_blocks} * status.f_frsize;
}

}  // namespace rocelint
