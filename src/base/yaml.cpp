// SPDX-License-Identifier: Apache-2.0

// The only file that knows yaml-cpp. Its event interface is used rather than its node tree: events
// carry marks, anchors and tags, and an alias is one event and never expanded.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <istream>
#include <optional>
#include <set>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <tl/expected.hpp>
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "rocelint/base/diagnostic.h"

#include "base/result.h"
#include "base/text.h"
#include "base/tree.h"

namespace rocelint {

namespace {

/// Where a text stops being text, and how.
struct BadText {
  std::size_t offset = 0;
  std::string what;
};

/// Tab and line feed are text, a carriage return only before a line feed.
bool is_blank(std::string_view text, std::size_t at) {
  return text[at] == '\t' || text[at] == '\n' || text.substr(at).starts_with("\r\n");
}

std::optional<BadText> find_bad_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto character = utf8_character(text, at);
    if (!character.valid) {
      return BadText{.offset = at, .what = "not UTF-8"};
    }
    if (text[at] == '\0') {
      return BadText{.offset = at, .what = "a NUL byte"};
    }
    if (is_terminal_control(character.code) && !is_blank(text, at)) {
      return BadText{.offset = at,
                     .what = fmt::format("the control character U+{:04X}",
                                         static_cast<std::uint32_t>(character.code))};
    }
    at += character.size;
  }
  return std::nullopt;
}

/// The scanner takes a quoted text that runs into the end of the file for a whole one.
bool is_closed(std::string_view source) {
  const char quote = source.empty() ? ' ' : source.front();
  if (quote != '"' && quote != '\'') {
    return true;  // a block
  }
  for (std::size_t at = 1; at < source.size(); ++at) {
    if (quote == '"' && source[at] == '\\') {
      ++at;
    } else if (source[at] == quote) {
      if (quote == '"' || !source.substr(at + 1).starts_with(quote)) {
        return true;
      }
      ++at;
    }
  }
  return false;
}

/// yaml-cpp takes a line without a colon for a key of null.
bool has_colon(std::string_view source, const TreeNode& key) {
  if (!key.verbatim) {
    return true;
  }
  const std::size_t quotes = key.quoted ? 2 : 0;
  const auto colon = source.find_first_not_of(" \t", key.scalar.size() + quotes);
  return colon != std::string_view::npos && source[colon] == ':';
}

constexpr const char* kTooDeep = "nested deeper than 64 levels";
static_assert(kMaxTreeDepth == 64);
constexpr const char* kNoAlias =
    "an alias (*name), which is not supported; quote a text that starts with *";
constexpr const char* kNoAnchor =
    "an anchor (&name), which is not supported; quote a text that starts with &";
constexpr const char* kNoTag =
    "a tag (!name), which is not supported; quote a text that starts with !";

/// A text that is read in place.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    // streambuf has no const interface; without pbackfail() nothing is ever written.
    auto* begin = const_cast<char*>(text.data());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    setg(begin, begin, begin + text.size());
  }
};

/// Builds the tree. After the first error it ignores what still comes: an exception of ours is not
/// to cross the library.
class Builder : public YAML::EventHandler {
 public:
  Builder(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  [[nodiscard]] const std::optional<Diagnostic>& error() const { return error_; }
  [[nodiscard]] TreeNode take_root() { return std::move(root_); }

  void fail(const YAML::Mark& mark, std::string what) {
    if (!error_ || provisional_) {
      provisional_ = false;
      const bool placed = !mark.is_null();
      error_ = Diagnostic{.file = std::string(file_),
                          .line = placed ? static_cast<std::size_t>(mark.line) + 1 : 0,
                          .column = placed ? static_cast<std::size_t>(mark.column) + 1 : 0,
                          .text = std::move(what)};
    }
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      fail(mark, "a second document: one file holds one document");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (accept(mark, "?", anchor)) {
      add(node_at(mark, TreeNode::Kind::null), mark);
    }
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override { fail(mark, kNoAlias); }

  void OnAnchor(const YAML::Mark& mark, const std::string& /*name*/) override {
    fail(mark, kNoAnchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (!accept(mark, source_at(mark).starts_with('!') ? "!" : "?", anchor)) {
      return;
    }
    if (const auto bad = find_bad_text(value)) {
      return fail(mark, "the text holds " + bad->what);
    }
    auto node = node_at(mark, TreeNode::Kind::scalar);
    node.scalar = value;
    node.quoted = tag == "!";  // what yaml-cpp gives a scalar in quotes or in a block
    if (node.quoted && !is_closed(source_at(mark))) {
      return fail(mark, "a quote that is never closed");
    }
    const auto source = source_at(mark).substr(node.quoted ? 1 : 0);
    node.verbatim = source.starts_with(value) && value.find('\n') == std::string::npos;
    add(std::move(node), mark);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, TreeNode::Kind::sequence);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, TreeNode::Kind::mapping);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A sequence or mapping whose end has not come yet.
  struct Open {
    TreeNode node;
    std::optional<TreeNode> key;  ///< read, its value still to come
    YAML::Mark key_mark;
    bool key_has_colon = false;
    std::set<std::string, std::less<>> keys;
  };

  [[nodiscard]] std::string_view source_at(const YAML::Mark& mark) const {
    const auto at = static_cast<std::size_t>(mark.pos);
    return mark.pos < 0 || at > text_.size() ? std::string_view() : text_.substr(at);
  }

  static TreeNode node_at(const YAML::Mark& mark, TreeNode::Kind kind) {
    TreeNode node;
    node.kind = kind;
    node.line = static_cast<std::size_t>(mark.line) + 1;
    node.column = static_cast<std::size_t>(mark.column) + 1;
    return node;
  }

  bool accept(const YAML::Mark& mark, std::string_view tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      fail(mark, kNoAnchor);
    } else if (!tag.empty() && tag != "?") {
      fail(mark, kNoTag);
    } else if (++nodes_ > kMaxTreeNodes) {
      fail(mark, "more than " + std::to_string(kMaxTreeNodes) + " values");
    }
    return !error_;
  }

  void open(const YAML::Mark& mark, std::string_view tag, YAML::anchor_t anchor,
            TreeNode::Kind kind) {
    if (!accept(mark, tag, anchor)) {
      return;
    }
    if (open_.size() == kMaxTreeDepth) {
      return fail(mark, kTooDeep);
    }
    if (expects_key()) {
      // A bracket that is never closed is taken for such a key; then the end of the text says more.
      fail(mark, "a key must be plain text, not a list or mapping");
      provisional_ = true;
      return;
    }
    open_.emplace_back().node = node_at(mark, kind);
  }

  void close() {
    if (error_ || open_.empty()) {
      return;
    }
    auto node = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(node), YAML::Mark::null_mark());
  }

  [[nodiscard]] bool expects_key() const {
    return !open_.empty() && open_.back().node.kind == TreeNode::Kind::mapping && !open_.back().key;
  }

  void add(TreeNode node, const YAML::Mark& mark) {
    if (expects_key()) {
      return add_key(std::move(node), mark);
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    auto& parent = open_.back();
    if (parent.node.kind == TreeNode::Kind::sequence) {
      parent.node.items.push_back(std::move(node));
      return;
    }
    if (node.kind == TreeNode::Kind::null) {
      if (!parent.key_has_colon) {
        return fail(parent.key_mark, "no colon after the key \"" + parent.key->scalar + '"');
      }
      node.line = parent.key->line;  // the mark of nothing is that of what comes next
      node.column = parent.key->column;
    }
    parent.node.entries.emplace_back(std::move(*parent.key), std::move(node));
    parent.key.reset();
  }

  void add_key(TreeNode key, const YAML::Mark& mark) {
    if (key.kind != TreeNode::Kind::scalar) {
      return fail(mark, "an empty key");
    }
    if (key.scalar == "<<" && !key.quoted) {
      return fail(mark, "a merge key (<<): write the values out, merging is not supported");
    }
    if (!open_.back().keys.insert(key.scalar).second) {
      return fail(mark, "the key \"" + key.scalar + "\" is given twice");
    }
    open_.back().key_mark = mark;
    open_.back().key_has_colon = has_colon(source_at(mark), key);
    open_.back().key = std::move(key);
  }

  std::string_view text_;
  std::string_view file_;
  std::vector<Open> open_;
  TreeNode root_;
  std::size_t nodes_ = 0;
  std::size_t documents_ = 0;
  std::optional<Diagnostic> error_;
  bool provisional_ = false;  ///< error_ gives way to one of yaml-cpp
};

/// Whether the line of `mark` begins with a tab among its spaces: YAML then takes what follows for
/// anything but what was meant, and yaml-cpp complains about that.
bool is_indented_by_tab(std::string_view text, const YAML::Mark& mark) {
  if (mark.is_null() || static_cast<std::size_t>(mark.pos) > text.size()) {
    return false;
  }
  const auto line = text.substr(text.substr(0, static_cast<std::size_t>(mark.pos)).rfind('\n') + 1);
  return line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

std::string in_our_words(const std::string& message) {
  if (message == YAML::ErrorMsg::UNKNOWN_ANCHOR) {
    return kNoAlias;
  }
  if (message == YAML::ErrorMsg::BAD_FILE) {  // what its guard against deep recursion says
    return kTooDeep;
  }
  return "not YAML: " + message;
}

/// yaml-cpp recurses once a level and stops itself at 500; the builder has complained long before.
void parse(std::string_view text, Builder& builder) {
  try {
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    while (!builder.error() && parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& e) {
    builder.fail(e.mark, in_our_words(e.msg) + (is_indented_by_tab(text, e.mark)
                                                    ? "; a tab indents this line, YAML wants spaces"
                                                    : ""));
  } catch (const std::exception& e) {
    builder.fail(YAML::Mark::null_mark(), std::string("not readable as YAML: ") + e.what());
  }
}

}  // namespace

Result<TreeNode> read_yaml(std::string_view text, std::string_view file) {
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  const auto complain = [&](Place place, std::string what) {
    return tl::make_unexpected(Diagnostic{.file = std::string(file),
                                          .line = place.line,
                                          .column = place.column,
                                          .text = std::move(what)});
  };
  if (text.size() > kMaxYamlBytes) {
    return complain(Place{.line = 0, .column = 0},
                    "more than " + std::to_string(kMaxYamlBytes) + " bytes");
  }
  if (const auto bad = find_bad_text(text)) {
    return complain(place_of(text, bad->offset), bad->what);
  }
  Builder builder(text, file);
  parse(text, builder);
  if (builder.error()) {
    return tl::make_unexpected(*builder.error());
  }
  return builder.take_root();
}

}  // namespace rocelint
