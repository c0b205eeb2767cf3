// SPDX-License-Identifier: Apache-2.0
#include "probe/stuck.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/file_descriptor.h"
#include "base/whole_number.h"
#include "facts/json/facts_json.h"
#include "os/sysfs/files.h"
#include "probe/blame.h"

namespace rocelint {
namespace {

constexpr std::string_view kPrefix = "stuck-";
constexpr std::size_t kMaxNotes = 64;
constexpr std::size_t kMaxNoteBytes = 16384;

/// The directory, if it is a real one that only we can write to.
FileDescriptor open_private_directory(const std::string& directory) {
  if (directory.empty()) {
    return {};
  }
  FileDescriptor fd(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (!fd.is_open() || fstat(fd.get(), &status) != 0 || status.st_uid != geteuid() ||
      (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return {};
  }
  return fd;
}

struct ProcessState {
  char state = '?';
  std::int64_t start_time = 0;
};

/// proc(5): the name in parentheses may hold anything; state and starttime are fields 3 and 22.
std::optional<ProcessState> process_state(std::int64_t pid) {
  const auto stat = Files().read(fmt::format("/proc/{}/stat", pid));
  if (!stat) {
    return std::nullopt;
  }
  const auto name_end = stat->rfind(')');
  if (name_end == std::string::npos) {
    return std::nullopt;
  }
  std::istringstream fields(stat->substr(name_end + 1));
  ProcessState process;
  fields >> process.state;
  std::string field;
  for (int number = 4; number <= 22; ++number) {
    fields >> field;
  }
  const auto start_time = whole_number<std::int64_t>(field);
  if (!fields || !start_time) {
    return std::nullopt;
  }
  process.start_time = *start_time;
  return process;
}

bool is_stuck_still(const StuckNote& note) {
  const auto process = process_state(note.pid);
  if (!process || process->start_time != note.start_time) {
    return false;
  }
  if (process->state == 'Z' || process->state == 'X') {
    waitpid(static_cast<pid_t>(note.pid), nullptr, WNOHANG);  // ours, if a library caller probes on
    return false;
  }
  return true;
}

std::optional<StuckNote> read_note(int directory, const std::string& name) {
  const FileDescriptor fd(
      openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  std::string text(kMaxNoteBytes, '\0');
  const ssize_t size = fd.is_open() ? read(fd.get(), text.data(), text.size()) : -1;
  if (size <= 0) {
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(size));
  StuckNote note;
  if (!read_json_value(text, name, kType<StuckNote>, &note, UnknownKeys::warn).ok) {
    return std::nullopt;
  }
  return note;
}

std::vector<std::string> note_names(const FileDescriptor& directory) {
  std::vector<std::string> names;
  const int own = fcntl(directory.get(), F_DUPFD_CLOEXEC, 0);  // closedir() closes it
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(own < 0 ? nullptr : fdopendir(own), closedir);
  if (!entries) {
    const FileDescriptor unused(own);
    return names;
  }
  // NOLINTNEXTLINE(concurrency-mt-unsafe): glibc's readdir is safe for one stream in one thread
  while (const dirent* entry = readdir(entries.get())) {
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name.starts_with(kPrefix) && names.size() < kMaxNotes) {
      names.emplace_back(name);
    }
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::string stuck_notes_directory() {
  if (geteuid() == 0) {
    return "/run/rocelint";
  }
  const char* runtime = secure_getenv("XDG_RUNTIME_DIR");
  return runtime != nullptr && runtime[0] == '/' ? std::string(runtime) + "/rocelint" : "";
}

void write_stuck_note(const std::string& directory, StuckNote note) {
  const auto process = process_state(note.pid);
  if (directory.empty() || !process) {
    return;
  }
  note.start_time = process->start_time;
  std::string text;
  write_json_value(text, kType<StuckNote>, &note);

  mkdir(directory.c_str(), S_IRWXU);  // there already, most likely: open_private_directory() tells
  const FileDescriptor parent = open_private_directory(directory);
  if (!parent.is_open()) {
    return;
  }
  const std::string name = fmt::format("{}{}", kPrefix, note.pid);
  const FileDescriptor file(openat(parent.get(), name.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                   S_IRUSR | S_IWUSR));
  if (file.is_open() &&
      write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    unlinkat(parent.get(), name.c_str(), 0);
  }
}

std::vector<StuckNote> read_stuck_notes(const std::string& directory) {
  std::vector<StuckNote> notes;
  const FileDescriptor parent = open_private_directory(directory);
  if (!parent.is_open()) {
    return notes;
  }
  for (const auto& name : note_names(parent)) {
    auto note = read_note(parent.get(), name);
    if (note && is_stuck_still(*note)) {
      notes.push_back(*std::move(note));
    } else {
      unlinkat(parent.get(), name.c_str(), 0);
    }
  }
  return notes;
}

LeaveAlone leave_alone(const std::vector<StuckNote>& notes) {
  LeaveAlone list;
  for (const auto& note : notes) {
    const std::string stuck = fmt::format("pid {} stuck since {}", note.pid, note.since);
    for (const auto& device : note.devices) {
      list.devices.try_emplace(device,
                               Unknown{.reason = Reason::timeout, .detail = stuck, .sys_errno = 0});
    }
    if (note.rtnl && !list.rtnl) {
      list.rtnl =
          Unknown{.reason = Reason::timeout, .detail = "rtnl held; " + stuck, .sys_errno = 0};
    }
  }
  return list;
}

}  // namespace rocelint
