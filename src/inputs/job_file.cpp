// SPDX-License-Identifier: Apache-2.0
#include "inputs/job_file.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/job.h"

#include "os/lines.h"

namespace rocelint {
namespace {

constexpr std::array<std::string_view, 3> kPrefixes{"NCCL_", "RCCL_", "UCX_"};
constexpr std::string_view kHome = "HOME";
constexpr std::string_view kBlanks = " \t";

constexpr bool is_name_character(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view name_at_start(std::string_view text) {
  const auto* end = std::ranges::find_if_not(text, is_name_character);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// One of our variables with a "=" behind it, anywhere in the text, or "".
std::string_view assignment_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto name = name_at_start(text.substr(at));
    if (is_job_variable(name) && text.substr(at + name.size()).starts_with('=')) {
      return name;
    }
    at += name.size() + 1;
  }
  return "";
}

/// One line of a file, eaten from its start.
class Line {
 public:
  Line(std::string_view text, std::size_t number, const std::string& file, JobFileReading& out)
      : text_(text), number_(number), file_(file), out_(out) {}

  void read() {
    skip_blanks();
    if (rest().empty() || rest().front() == '#') {
      return;
    }
    const bool exported = eat_word("export") || (eat_word("declare") && eat_word("-x"));
    const auto name = name_at_start(rest());
    if (name.empty() || !rest().substr(name.size()).starts_with('=')) {
      no_assignment(name);
    } else if (exported) {
      while (!rest().empty() && assignment(true)) {
      }
    } else {
      assignment(false);
    }
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }

  bool eat_word(std::string_view word) {
    if (!rest().starts_with(word) || rest().substr(word.size()).find_first_of(kBlanks) != 0) {
      return false;
    }
    at_ += word.size();
    skip_blanks();
    return true;
  }

  void complain(std::string text) {
    out_.errors.push_back(
        {.file = file_, .line = number_, .column = at_ + 1, .text = std::move(text)});
  }

  void no_assignment(std::string_view name) {
    if (is_job_variable(name)) {
      complain(std::string(name) + " has no value here: write " + std::string(name) + "=VALUE");
    } else if (const auto hidden = assignment_in(rest()); !hidden.empty()) {
      complain("sets " + std::string(hidden) +
               " in a way that only a shell understands: write a line " + std::string(hidden) +
               "=VALUE");
    }
  }

  /// NAME=VALUE; false when the rest of the line is not to be read.
  bool assignment(bool exported) {
    const std::string name(name_at_start(rest()));
    const bool ours = is_job_variable(name);
    if (!rest().substr(name.size()).starts_with('=')) {
      if (!name.empty() && !ours) {
        complain("not understood behind the setting: write one setting a line");
      } else {
        no_assignment(name);
      }
      return false;
    }
    at_ += name.size() + 1;
    if (!ours && name != kHome) {
      return exported && skip_foreign_value();
    }
    const bool quoted = rest().starts_with('"') || rest().starts_with('\'');
    const auto value = exported || quoted ? shell_word() : plain_value();
    if (!value) {
      return false;
    }
    keep(name, *value);
    return end_of_setting(exported);
  }

  void keep(const std::string& name, const std::string& value) {
    if (name == kHome) {
      out_.environment.home = value;
    } else {
      out_.environment.settings.insert_or_assign(
          name,
          JobSetting{.value = value, .origin = "--job " + file_ + ":" + std::to_string(number_)});
    }
  }

  /// The value of a variable that is none of ours may be anything.
  bool skip_foreign_value() {
    const auto hidden = assignment_in(rest());
    if (!hidden.empty()) {
      complain("write the setting of " + std::string(hidden) + " in a line of its own");
    }
    return false;
  }

  /// Whether another setting follows.
  bool end_of_setting(bool exported) {
    skip_blanks();
    if (rest().empty() || rest().front() == '#') {
      return false;
    }
    if (!exported) {
      complain("not understood behind the setting: write one setting a line");
    }
    return exported;
  }

  bool refuse_expansion() {
    complain("only a shell could expand this: write the value that it becomes");
    return false;
  }

  /// All of the line, blanks in it too, but a comment.
  std::optional<std::string> plain_value() {
    auto value = rest();
    for (const auto* comment : {" #", "\t#"}) {
      value = value.substr(0, value.find(comment));
    }
    value = value.substr(0, value.find_last_not_of(kBlanks) + 1);
    if (const auto special = value.find_first_of("$`"); special != std::string_view::npos) {
      at_ += special;
      refuse_expansion();
      return std::nullopt;
    }
    if (value.ends_with('\\')) {
      at_ += value.size() - 1;
      complain("goes on in the next line, which is not read: write it in one");
      return std::nullopt;
    }
    at_ = text_.size();
    return std::string(value);
  }

  /// A word of POSIX shell: '…', "…", \c and plain characters, until a blank.
  std::optional<std::string> shell_word() {
    std::string word;
    while (!rest().empty() && kBlanks.find(rest().front()) == std::string_view::npos) {
      const char c = rest().front();
      const bool ok = c == '\'' || c == '"' ? quoted(c, word) : bare(c, word);
      if (!ok) {
        return std::nullopt;
      }
    }
    return word;
  }

  bool bare(char c, std::string& word) {
    if (c == '$' || c == '`') {
      return refuse_expansion();
    }
    if (std::string_view(";&|<>()").find(c) != std::string_view::npos) {
      complain(
          "not understood behind the setting: write one setting a line, and quote what a "
          "shell would act on");
      return false;
    }
    if (c == '\\') {
      return escaped(word);
    }
    word += c;
    ++at_;
    return true;
  }

  bool escaped(std::string& word) {
    if (rest().size() < 2) {
      complain("goes on in the next line, which is not read: write it in one");
      return false;
    }
    word += rest()[1];
    at_ += 2;
    return true;
  }

  bool quoted(char quote, std::string& word) {
    const auto start = at_++;
    while (!rest().empty() && rest().front() != quote) {
      const char c = rest().front();
      if (quote == '"' && (c == '$' || c == '`')) {
        return refuse_expansion();
      }
      const bool escape = quote == '"' && c == '\\' && rest().size() > 1 &&
                          std::string_view("$`\"\\").find(rest()[1]) != std::string_view::npos;
      word += escape ? rest()[1] : c;
      at_ += escape ? 2 : 1;
    }
    if (rest().empty()) {
      at_ = start;
      complain("the quote does not end in this line");
      return false;
    }
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t number_;
  const std::string& file_;
  JobFileReading& out_;
  std::size_t at_ = 0;
};

/// The next line of `text`, which loses it, without what ends it.
std::string_view next_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

bool is_job_variable(std::string_view name) {
  return name_at_start(name).size() == name.size() &&
         std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
           return name.starts_with(prefix) && name.size() > prefix.size();
         });
}

JobFileReading read_job_file(std::string_view text, const std::string& file) {
  JobFileReading reading;
  if (text.find('\0') != std::string_view::npos) {
    reading.environment = read_environ(text, "--job " + file);
    return reading;
  }
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto line = next_line(text);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    Line(line, number, file, reading).read();
  }
  return reading;
}

JobEnvironment read_environ(std::string_view bytes, const std::string& origin) {
  JobEnvironment environment;
  bool home = false;
  for (const auto entry : parts_of(bytes, {"\0", 1})) {
    const auto equals = std::min(entry.find('='), entry.size());
    const auto name = entry.substr(0, equals);
    const std::string value(entry.substr(std::min(equals + 1, entry.size())));
    if (equals < entry.size() && is_job_variable(name)) {
      environment.settings.try_emplace(std::string(name),
                                       JobSetting{.value = value, .origin = origin});
    } else if (name == kHome && !std::exchange(home, true)) {
      environment.home = value;
    }
  }
  return environment;
}

void add_nccl_conf(JobSettings& settings, std::string_view text, const std::string& file) {
  constexpr std::size_t kMostValueBytes = 1023;  // NCCL's buffer
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = next_line(text);
    const auto equals = line.find('=');
    const auto name = line.substr(0, equals);
    if (equals != std::string_view::npos && is_job_variable(name)) {
      settings.try_emplace(
          std::string(name),
          JobSetting{.value = std::string(line.substr(equals + 1, kMostValueBytes)),
                     .origin = file + ":" + std::to_string(number)});
    }
  }
}

}  // namespace rocelint
