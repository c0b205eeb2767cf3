// SPDX-License-Identifier: Apache-2.0
#include "expr/template.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expr/limits.h"
#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class MessageTest : public WorldTest {};
class ShellTest : public WorldTest {};

TEST_P(MessageTest, Reads) {
  EXPECT_EQ(fill(GetParam().text, Quoting::message), GetParam().expected);
}
TEST_P(ShellTest, Reads) {
  EXPECT_EQ(fill(GetParam().text, Quoting::shell), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Holes, MessageTest,
    testing::Values(Row{"", ""}, Row{"plain", "plain"}, Row{"{i}", "7"},
                    Row{"PFC on {l}, expected {i}.", "PFC on 3, 4, expected 7."},
                    Row{"{none}", "none"}, Row{"{[]}", "none"}, Row{"{ul}", "unknown"},
                    Row{"{ui} of {i}", "unknown of 7"}, Row{"{holes}", "3, unknown"},
                    Row{"{t} {f} {d} {e} {s}", "true false 2.5 required mlx5_core"},
                    Row{"{modes}", "required, unmanaged"}, Row{"{i + 1}", "8"}, Row{"{ i }", "7"},
                    Row{"{l.map(p, string(p) + ':on')}", "3:on, 4:on"}, Row{"{t ? 'a' : 'b'}", "a"},
                    Row{"{i / 0}", "unknown"}, Row{"{gone.name}", "unknown"},
                    Row{"{devices.map(x, x.name)}", "mlx5_0, mlx5_1, od\"d"}, Row{"{['']}", ""},
                    Row{"{i}{i}", "77"}, Row{"{dev.mtu}\n{i}", "4096\n7"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(Braces, MessageTest,
                         testing::Values(Row{"{{", "{"}, Row{"}}", "}"}, Row{"{{i}}", "{i}"},
                                         Row{"{{{i}}}", "{7}"},
                                         Row{"awk '{{print $1}}'", "awk '{print $1}'"},
                                         Row{"{'}'}", "}"}, Row{"{'{'}", "{"},
                                         Row{"{\"a}b\" + '{c'}", "a}b{c"}, Row{"{'\\'}'}", "'}"},
                                         Row{"{r'\\'}}}", "\\}"}, Row{"}}{{", "}{"}),
                         row_name);

INSTANTIATE_TEST_SUITE_P(
    Errors, MessageTest,
    testing::Values(
        Row{"a {", "error at 2: '{' without a '}'; a brace is written '{{'"},
        Row{"a {i", "error at 2: '{' without a '}'; a brace is written '{{'"},
        Row{"a } b", "error at 2: '}' without a '{'; a brace is written '}}'"},
        Row{"{i}}", "error at 3: '}' without a '{'; a brace is written '}}'"},
        Row{"{}", "error at 1: the expression ends too early"},
        Row{"{{{}", "error at 3: the expression ends too early"},
        Row{"ab {'x}", "error at 4: string without an end"},
        Row{"ab {i $}", "error at 6: unexpected '$'"},
        Row{"ab {ii}", "error at 4: no such name: 'ii'; did you mean 'ui'?"},
        Row{"ab {dev}",
            "error at 4: a hole is a scalar or a list of scalars, this is a WorldDevice"},
        Row{"{devices}",
            "error at 1: a hole is a scalar or a list of scalars, this is a list<WorldDevice>"},
        Row{"{m}",
            "error at 1: a hole is a scalar or a list of scalars, this is a map<string, int>"},
        Row{"{[[1]]}",
            "error at 1: a hole is a scalar or a list of scalars, this is a list<list<int>>"},
        Row{"{i {s}}", "error at 3: message and map literals are not in the rule language"},
        Row{"{i i}", "error at 3: unexpected 'i'"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Words, ShellTest,
    testing::Values(
        Row{"dcb pfc set dev {dev.name} prio-pfc all:off {l.map(p, string(p) + \":on\")}",
            "dcb pfc set dev mlx5_0 prio-pfc all:off 3:on 4:on"},
        Row{"{'a b'}", "'a b'"}, Row{"{['a b', 'c', '']}", "'a b' c ''"},
        Row{"{'$(reboot)'}", "'$(reboot)'"}, Row{"{\"it's\"}", "'it'\\''s'"}, Row{"{none}", ""},
        Row{"{['none']}", "none"}, Row{"x {ui}", "unknown(permission: no)"},
        Row{"x {holes}", "unknown(io_error: bad)"},
        Row{"x {l[9]}", "unknown(not_found: no element 9 in a list of 2)"},
        Row{"{ui} {v}", "unknown(permission: no)"}, Row{"a {{b}}", "a {b}"},
        Row{"{t} {i} {d} {e}", "true 7 2.5 required"}),
    row_name);

TEST_F(MessageTest, IsTheSameWhenCompiledAtItsFirstUse) {
  for (const auto* source : {"{i} of {l}, {{braces}}", "no hole", "", "{ui}"}) {
    const auto at_once = compile_template(source, roots_);
    ASSERT_TRUE(at_once) << source;
    const auto later = Template::compiled_when_used(source, roots_);
    EXPECT_EQ(later.text(), at_once->text());
    EXPECT_EQ(render(later, environment_, Quoting::message).value_or("unknown"),
              fill(source, Quoting::message));
    EXPECT_EQ(later.parts().size(), at_once->parts().size()) << source;
  }
}

TEST_F(MessageTest, ThatWasNeverTakenReadsAsItsSource) {
  const auto broken = Template::compiled_when_used("{no.such} {", roots_);
  EXPECT_EQ(render(broken, environment_, Quoting::message).value_or("unknown"), "{no.such} {");
}

TEST_F(MessageTest, NamesTheRootsOfItsHolesAlone) {
  const auto text = Template::compiled_when_used("dev is {i + dev.mtu}, s is '{dev.name}'", roots_);
  EXPECT_TRUE(text.names_root("dev"));
  EXPECT_TRUE(text.names_root("i"));
  EXPECT_FALSE(text.names_root("s"));
  EXPECT_FALSE(text.names_root("name"));
}

class ShellQuotesTest : public WorldTest {};

TEST_P(ShellQuotesTest, AreFollowed) {
  const auto text = compile_template(GetParam().text, roots_);
  ASSERT_TRUE(text) << text.error().text;
  EXPECT_EQ(text->holes_are_outside_shell_quotes() ? "outside" : "inside", GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(All, ShellQuotesTest,
                         testing::Values(Row{"a {i} b", "outside"}, Row{"'a' {i} \"b\"", "outside"},
                                         Row{"\"{i}\"", "inside"}, Row{"'{i}'", "inside"},
                                         Row{"\"a\\\" {i}\"", "inside"},
                                         Row{"\\\"{i}\\\"", "outside"},
                                         Row{"'it\\' {i}", "outside"}, Row{"\"'\" {i}", "outside"},
                                         Row{"'\"' {i}", "outside"}, Row{"{i} '{i}'", "inside"},
                                         Row{"'{i}", "inside"}, Row{"", "outside"},
                                         Row{"'", "outside"}),
                         row_name);

TEST_F(MessageTest, LengthIsBounded) {
  EXPECT_EQ(fill(std::string(kMaxTemplateBytes, 'x'), Quoting::message).size(), kMaxTemplateBytes);
  EXPECT_EQ(fill(std::string(200'000, '{'), Quoting::message),
            "error at 16384: template is longer than 16384 bytes");
  EXPECT_EQ(fill("{" + std::string(5'000, ' ') + "i}", Quoting::message),
            "error at 4097: expression is longer than 4096 bytes");
}

TEST_F(MessageTest, IsAlsoFilledHoleByHole) {
  const auto text = compile_template("PFC on {l}, {ui} of {i}.", roots_);
  ASSERT_TRUE(text);
  std::vector<std::string> parts;
  for (const auto& part : fill_message(*text, environment_)) {
    parts.push_back(part.literal + '|' + part.value);
  }
  EXPECT_THAT(parts, testing::ElementsAre("PFC on |3, 4", ", |unknown", " of |7", ".|"));
}

TEST_F(MessageTest, HostileStringsStayAsTheyAreAndTheShellSeesThemQuoted) {
  world_.s = std::string("a\n\x1b[31m'$(x)`y`");
  EXPECT_EQ(fill("{s}", Quoting::message), "a\n\x1b[31m'$(x)`y`");
  const auto word = fill("{s}", Quoting::shell);
  EXPECT_EQ(word.find('\n'), std::string::npos);
  EXPECT_EQ(word.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace rocelint::expr
