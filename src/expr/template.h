// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "base/made_once.h"
#include "expr/environment.h"
#include "expr/expression.h"

namespace rocelint::expr {

/// Text with {holes}; `{{` and `}}` are braces. A hole is an expression whose value is a scalar or
/// a list of scalars. Immutable; may be rendered from many threads.
class Template {
 public:
  struct Part {
    std::string literal;                     ///< text before the hole
    std::unique_ptr<const Expression> hole;  ///< null after the last literal
  };
  using Parts = std::vector<Part>;

  Template(std::string_view text, Parts parts);
  Template(Template&&) noexcept;
  Template& operator=(Template&&) noexcept;
  Template(const Template&) = delete;
  Template& operator=(const Template&) = delete;
  ~Template();

  /// Of a text that compile_template() once took with these roots: its holes are compiled when they
  /// are first asked for, since most texts of most rules are never said. Text and roots must
  /// outlive it.
  [[nodiscard]] static Template compiled_when_used(std::string_view text,
                                                   std::span<const Root> roots);

  /// As it was written: "PFC is on for {netdev.dcb.pfc.enabled}".
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const Parts& parts() const;
  /// Whether a path of a hole starts at that root.
  [[nodiscard]] bool names_root(std::string_view root) const;
  /// False when a hole stands inside quotes of the shell, where quoting its words would open them.
  [[nodiscard]] bool holes_are_outside_shell_quotes() const;

 private:
  Template(std::string_view text, std::span<const Root> roots);

  std::unique_ptr<const std::string> own_text_;  ///< null where the text outlives this
  std::string_view text_;
  std::span<const Root> roots_;  ///< of one that is compiled when used
  MadeOnce<Parts> parts_;
};

[[nodiscard]] tl::expected<Template, Error> compile_template(std::string_view text,
                                                             std::span<const Root> roots);

enum class Quoting : std::uint8_t {
  message,  ///< list elements joined by ", "; "none" for an empty list
  shell,    ///< each element shell-quoted by itself, joined by a space
};

/// A literal and the value of the hole after it; of the last one there is no hole.
struct FilledPart {
  std::string literal;
  std::string value;
};
/// A message, hole by hole. An unknown hole reads "unknown".
[[nodiscard]] std::vector<FilledPart> fill_message(const Template& text,
                                                   const Environment& environment);

/// The text, or why a hole is unknown. In a message an unknown hole reads "unknown".
[[nodiscard]] tl::expected<std::string, Unknown> render(const Template& text,
                                                        const Environment& environment,
                                                        Quoting quoting);

}  // namespace rocelint::expr
