// SPDX-License-Identifier: Apache-2.0
#include "collect/site_facts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <compare>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "base/text_file.h"
#include "facts/json.h"
#include "facts/list_order.h"
#include "facts/snapshot_paths.h"

namespace rocelint {

/// One file: a part of a snapshot's host, and where it is from.
struct SiteFile {
  std::string source;
  std::string taken_at;
  Fact<std::string> boot_id;  ///< when given, the facts are those of this boot alone
  Host host;
};
template <>
inline constexpr std::array kFields<SiteFile> = {
    field<&SiteFile::source>("who read them", "site file"),
    field<&SiteFile::taken_at>("when, UTC, RFC 3339", "site file"),
    field<&SiteFile::boot_id>("of which boot", "site file"),
    field<&SiteFile::host>("the facts", "site file"),
};

namespace {

constexpr std::size_t kMaxFileBytes = 4'000'000;

Diagnostic note(const std::string& file, std::string text) {
  return {.file = file, .line = 0, .column = 0, .text = std::move(text)};
}

/// Whether a fact is missing because nobody here can tell it. The other reasons are of a read that
/// went wrong, which is news of its own.
bool may_be_supplied(Reason reason) {
  return reason == Reason::not_collected || reason == Reason::unsupported ||
         reason == Reason::permission || reason == Reason::not_authoritative;
}

/// Walks the host and what a file has of it side by side.
class Filler {
 public:
  Filler(const SiteFile& file, const std::string& name, std::vector<SiteFact>& filled,
         Diagnostics& notes)
      : file_(file), name_(name), filled_(filled), notes_(notes) {}

  void value(const Type& type, void* into, const void* from, const std::string& path) {
    const void* given = type.fact ? type.known(from) : from;
    if (given == nullptr) {
      return;
    }
    if (type.fact && type.known(into) == nullptr) {
      supply(type, into, from, path);
      return;
    }
    void* own = type.fact ? mutable_known(type, into) : into;
    if (type.kind == Kind::structure) {
      for (const auto& field : type.fields) {
        value(*field.type, field.at(own), member(field, given),
              path + "." + std::string(field.name));
      }
    } else if (const auto* key = element_key(type)) {
      elements(type, *key, own, given, path);
    }
  }

 private:
  static const Field* element_key(const Type& type) {
    return type.kind == Kind::list ? key_field(*type.element) : nullptr;
  }

  /// Through JSON, which every fact has a form in.
  void supply(const Type& type, void* into, const void* from, const std::string& path) {
    if (element_key(type) != nullptr) {
      complain(path + " is not known here: nothing in it can be supplied");
      return;
    }
    const auto reason = type.unknown(into)->reason;
    if (!may_be_supplied(reason)) {
      complain(path + " is not taken from here: it could not be read (" + to_string(reason) + ")");
      return;
    }
    std::string json;
    write_json_value(json, type, from);
    if (read_json_value(json, name_, type, into, UnknownKeys::refuse).ok) {
      filled_.push_back(
          {.fact = path, .source = file_.source, .taken_at = file_.taken_at, .file = name_});
    }
  }

  void elements(const Type& list, const Field& key, void* into, const void* from,
                const std::string& path) {
    for (std::size_t i = 0; i < list.size(from); ++i) {
      const void* given = list.item(from, i);
      std::string here = path + "[";
      write_json_value(here, *key.type, member(key, given));
      here += "]";
      void* own = element_like(list, key, into, given);
      if (own == nullptr) {
        complain(here + " is not on this host");
      } else {
        value(*list.element, own, given, here);
      }
    }
  }

  static void* element_like(const Type& list, const Field& key, void* into, const void* given) {
    for (std::size_t i = 0; i < list.size(into); ++i) {
      if (std::is_eq(compare_keys(key, list.item(into, i), given))) {
        return mutable_item(list, into, i);
      }
    }
    return nullptr;
  }

  void complain(std::string text) { notes_.push_back(note(name_, std::move(text))); }

  const SiteFile& file_;
  const std::string& name_;
  std::vector<SiteFact>& filled_;
  Diagnostics& notes_;
};

/// "2027-03-02T03:12:44Z", so that two of them compare as text.
bool is_time(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  return std::ranges::equal(text, kForm, [](char c, char form) {
    return form == '0' ? std::isdigit(static_cast<unsigned char>(c)) != 0 : c == form;
  });
}

/// Why nothing of a file can be used, or "".
std::string complaint_about(const SiteFile& file, const Snapshot& snapshot) {
  if (file.source.empty()) {
    return "/source: say who read these facts";
  }
  if (!is_time(file.taken_at)) {
    return "/taken_at: expected UTC like 2027-03-02T03:12:44Z";
  }
  if (file.taken_at > snapshot.taken_at) {
    return "/taken_at: is after now, " + snapshot.taken_at;
  }
  const auto* boot = file.boot_id.known();
  if (boot != nullptr && !snapshot.host.boot_id.is(*boot)) {
    return "/boot_id: the facts are of another boot";
  }
  return "";
}

void add_file(const std::string& path, Snapshot& snapshot, std::vector<SiteFact>& filled,
              Diagnostics& notes) {
  const auto text = read_text_file(path, kMaxFileBytes);
  if (!text) {
    notes.push_back(text.error());
    return;
  }
  SiteFile file;
  auto reading = read_json_value(*text, path, kType<SiteFile>, &file, UnknownKeys::refuse);
  if (!reading.ok) {
    std::ranges::move(reading.errors, std::back_inserter(notes));
    return;
  }
  if (auto why = complaint_about(file, snapshot); !why.empty()) {
    notes.push_back(note(path, std::move(why)));
    return;
  }
  const auto before = filled.size();
  Filler(file, path, filled, notes).value(kType<Host>, &snapshot.host, &file.host, "host");
  if (const auto count = filled.size() - before; count > 0) {
    notes.push_back(
        note(path, "supplies " + std::to_string(count) + (count == 1 ? " fact" : " facts") +
                       " that this host can't tell: " + file.source + " at " + file.taken_at));
  }
}

}  // namespace

Diagnostics add_site_facts(const std::string& folder, Snapshot& snapshot) {
  Diagnostics notes;
  std::vector<std::string> paths;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  if (error == std::errc::no_such_file_or_directory) {
    return notes;
  }
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    if (entries->path().extension() == ".json") {
      paths.push_back(entries->path().string());
    }
  }
  if (error) {
    notes.push_back(note(folder, "can't be listed: " + error.message()));
  }
  std::ranges::sort(paths);
  std::vector<SiteFact> filled;
  for (const auto& path : paths) {
    add_file(path, snapshot, filled, notes);
  }
  if (!filled.empty()) {
    std::ranges::sort(filled, {}, &SiteFact::fact);
    snapshot.probe.site_facts = std::move(filled);
  }
  return notes;
}

}  // namespace rocelint
