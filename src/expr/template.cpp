// SPDX-License-Identifier: Apache-2.0
#include "expr/template.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "base/text.h"
#include "expr/compile.h"
#include "expr/evaluator.h"
#include "expr/expression.h"
#include "expr/functions.h"
#include "expr/limits.h"
#include "expr/node.h"
#include "expr/static_type.h"
#include "expr/syntax/lexer.h"
#include "expr/value.h"

namespace rocelint::expr {
namespace {

/// Cuts a text into literals and holes.
class TemplateParser {
 public:
  TemplateParser(std::string_view text, std::span<const Root> roots) : text_(text), roots_(roots) {}

  tl::expected<Template::Parts, Error> whole();

 private:
  using Problem = std::optional<Error>;

  Problem take_brace();
  Problem take_hole();
  [[nodiscard]] tl::expected<std::size_t, Error> find_end(std::size_t start) const;

  std::string_view text_;
  std::span<const Root> roots_;
  std::size_t at_ = 0;
  std::string literal_;
  Template::Parts parts_;
};

tl::expected<Template::Parts, Error> TemplateParser::whole() {
  while (at_ < text_.size()) {
    const auto brace = std::min(text_.find_first_of("{}", at_), text_.size());
    literal_ += text_.substr(at_, brace - at_);
    at_ = brace;
    if (at_ == text_.size()) {
      break;
    }
    if (auto problem = take_brace()) {
      return tl::unexpected(*std::move(problem));
    }
  }
  parts_.push_back({.literal = std::move(literal_), .hole = nullptr});
  return std::move(parts_);
}

TemplateParser::Problem TemplateParser::take_brace() {
  const auto pair = text_.substr(at_, 2);
  if (pair == "{{" || pair == "}}") {
    literal_ += pair.front();
    at_ += 2;
    return std::nullopt;
  }
  return text_[at_] == '{'
             ? take_hole()
             : Error{.offset = at_, .text = "'}' without a '{'; a brace is written '}}'"};
}

TemplateParser::Problem TemplateParser::take_hole() {
  const auto start = at_ + 1;
  const auto end = find_end(start);
  if (!end) {
    return end.error();
  }
  auto hole = compile_value(text_.substr(start, *end - start), roots_);
  if (!hole) {
    return Error{.offset = start + hole.error().offset, .text = hole.error().text};
  }
  const auto type = hole->tree().type;
  const bool fits =
      type.is_scalar() || (type.lists == 1 && (type.base == nullptr || type.element().is_scalar()));
  if (!fits) {
    return Error{.offset = start + hole->tree().offset,
                 .text = "a hole is a scalar or a list of scalars, this is " + with_article(type)};
  }
  parts_.push_back({.literal = std::exchange(literal_, {}),
                    .hole = std::make_unique<const Expression>(*std::move(hole))});
  at_ = *end + 1;
  return std::nullopt;
}

/// A hole ends at the first brace that is not inside a string.
tl::expected<std::size_t, Error> TemplateParser::find_end(std::size_t start) const {
  Lexer lexer(text_, start);
  for (auto token = lexer.next();; token = lexer.next()) {
    if (token.kind == Token::Kind::error) {
      return tl::unexpected(lexer.error());
    }
    if (token.kind == Token::Kind::end) {
      return tl::unexpected(
          Error{.offset = start - 1, .text = "'{' without a '}'; a brace is written '{{'"});
    }
    if (token.is("}")) {
      return token.offset;
    }
  }
}

/// The scalars of a hole, or why one of them is unknown.
tl::expected<std::vector<std::string>, Unknown> words_of(const Value& value, Evaluator& evaluator,
                                                         Quoting quoting) {
  const bool is_list = value.get<Object>() != nullptr || value.get<const Value::List*>() != nullptr;
  const auto count = is_list ? Evaluator::size(value) : 1;
  std::vector<std::string> words;
  words.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Value item = is_list ? evaluator.item(value, i) : value;
    const auto* why = item.unknown();
    if (why != nullptr && quoting == Quoting::shell) {
      return tl::unexpected(*why->first());
    }
    const auto word = why != nullptr ? "unknown" : to_text(item);
    words.push_back(quoting == Quoting::shell ? shell_quote(word) : word);
  }
  return words;
}

tl::expected<std::string, Unknown> fill(const Expression& hole, const Environment& environment,
                                        Quoting quoting) {
  Evaluator evaluator(environment, Evaluator::Keep::nothing);
  const auto words = words_of(evaluator.run(hole.tree()), evaluator, quoting);
  if (!words) {
    return tl::unexpected(words.error());
  }
  if (quoting == Quoting::shell) {
    return join(*words, " ");
  }
  return words->empty() ? "none" : join(*words, ", ");
}

/// Follows a POSIX shell through literal text: which quote is open, if any.
char open_quote(std::string_view text, char quote) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'') {
      ++i;
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    }
  }
  return quote;
}

}  // namespace

Template::Template(std::string_view text, Parts parts)
    : own_text_(std::make_unique<const std::string>(text)),
      text_(*own_text_),
      parts_(std::make_unique<const Parts>(std::move(parts))) {}
Template::Template(std::string_view text, std::span<const Root> roots)
    : text_(text), roots_(roots) {}
Template::Template(Template&&) noexcept = default;
Template& Template::operator=(Template&&) noexcept = default;
Template::~Template() = default;

Template Template::compiled_when_used(std::string_view text, std::span<const Root> roots) {
  return {text, roots};
}

const Template::Parts& Template::parts() const {
  return parts_.get([this] {
    auto parts = TemplateParser(text_, roots_).whole();
    if (!parts) {  // it was not taken before: better its source than nothing
      parts.emplace();
      parts->push_back({.literal = std::string(text_), .hole = nullptr});
    }
    return std::make_unique<const Parts>(*std::move(parts));
  });
}

bool Template::names_root(std::string_view root) const {
  // A name has no other spelling: a text without it needs no compiling.
  return text_.find(root) != std::string_view::npos &&
         std::ranges::any_of(parts(), [&](const Part& part) {
           return part.hole != nullptr && part.hole->names_root(root);
         });
}

bool Template::holes_are_outside_shell_quotes() const {
  char quote = '\0';
  for (const auto& part : parts()) {
    quote = open_quote(part.literal, quote);
    if (quote != '\0' && part.hole != nullptr) {
      return false;
    }
  }
  return true;
}

tl::expected<Template, Error> compile_template(std::string_view text, std::span<const Root> roots) {
  if (text.size() > kMaxTemplateBytes) {
    return tl::unexpected(
        Error{.offset = kMaxTemplateBytes,
              .text = "template is longer than " + std::to_string(kMaxTemplateBytes) + " bytes"});
  }
  return TemplateParser(text, roots).whole().map([&](Template::Parts&& parts) {
    return Template(text, std::move(parts));
  });
}

std::vector<FilledPart> fill_message(const Template& text, const Environment& environment) {
  std::vector<FilledPart> filled;
  for (const auto& part : text.parts()) {
    filled.push_back(
        {.literal = part.literal,
         .value = part.hole == nullptr
                      ? std::string()
                      : fill(*part.hole, environment, Quoting::message).value_or("unknown")});
  }
  return filled;
}

tl::expected<std::string, Unknown> render(const Template& text, const Environment& environment,
                                          Quoting quoting) {
  std::string out;
  for (const auto& part : text.parts()) {
    out += part.literal;
    if (part.hole == nullptr) {
      continue;
    }
    auto filled = fill(*part.hole, environment, quoting);
    if (!filled) {
      return tl::unexpected(std::move(filled.error()));
    }
    out += *filled;
  }
  return out;
}

}  // namespace rocelint::expr
