// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts/fact.h"

#include "expr/environment.h"

namespace rocelint::expr {

/// One root as a test binds it.
struct Binding {
  const void* at = nullptr;
  Unknown why;
  std::string name;  ///< how evidence spells it
};

/// In the order of the roots; what is beyond them is not collected.
class Bindings final : public Environment {
 public:
  Bindings() = default;
  explicit Bindings(std::vector<Binding> bindings) : bindings_(std::move(bindings)) {}

  [[nodiscard]] Bound bind(std::size_t root) const override {
    return root < bindings_.size() ? Bound{.at = bindings_[root].at, .why = &bindings_[root].why}
                                   : Bound{};
  }
  [[nodiscard]] std::string name_of(std::size_t root) const override {
    return root < bindings_.size() ? bindings_[root].name : "";
  }

  void add(Binding binding) { bindings_.push_back(std::move(binding)); }
  void clear() { bindings_.clear(); }

 private:
  std::vector<Binding> bindings_;
};

}  // namespace rocelint::expr
