// SPDX-License-Identifier: Apache-2.0
#include "expr/tree_pack.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "expr/environment.h"
#include "expr/functions.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/static_type.h"
#include "expr/value.h"

namespace rocelint::expr {
namespace {

using Byte = std::uint8_t;

/// Any of them tells the common type but [], of which the elements have none.
StaticType first_with_base(const std::vector<Node::Ptr>& kids, std::size_t from) {
  for (auto i = from; i < kids.size(); ++i) {
    if (kids[i]->type.base != nullptr) {
      return kids[i]->type;
    }
  }
  return from < kids.size() ? kids[from]->type : StaticType{};
}

/// Types of structures follow from what a node is made of, and so are not written.
StaticType type_of_parts(const Node& node) {
  switch (node.op) {
    case Op::field:
      return static_type(*node.field->type);
    case Op::index: {
      const auto& container = node.kids[0]->type;
      return container.is_list() ? container.element() : static_type(*container.base->element);
    }
    case Op::call:
      return node.function->result;
    case Op::conditional:
      return first_with_base(node.kids, 1);
    case Op::list:
      return first_with_base(node.kids, 0).list();
    case Op::map:
      return node.kids[1]->type.list();
    default:
      return first_with_base(node.kids, 0);  // filter, and + of lists
  }
}

bool has_type_of_parts(const Node& node) {
  return node.op == Op::call || node.op == Op::field || node.op == Op::index ||
         node.op == Op::conditional || node.op == Op::list || node.op == Op::map ||
         node.op == Op::filter || node.type.is_list();
}

StaticType scalar_type(Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return kBoolean;
    case Kind::integer:
      return kInteger;
    case Kind::real:
      return kReal;
    default:
      return kText;
  }
}

class Packer {
 public:
  void write(const Node& node) {
    put(static_cast<Byte>(node.op));
    switch (node.op) {
      case Op::constant:
        return write_constant(node);
      case Op::root:
      case Op::variable:
        return put(static_cast<Byte>(node.slot));
      default:
        break;
    }
    put_bytes(static_cast<std::uint16_t>(node.kids.size()));
    for (const auto& kid : node.kids) {
      write(*kid);
    }
    if (node.op == Op::field) {
      const auto& fields = node.kids[0]->type.base->fields;
      put(static_cast<Byte>(node.field - fields.data()));
    } else if (node.op == Op::call) {
      put(static_cast<Byte>(node.function - functions().data()));
    }
    const bool of_parts = has_type_of_parts(node);
    put(of_parts ? 1 : 0);
    if (!of_parts) {
      put(static_cast<Byte>(node.type.base->kind));
    }
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void put(Byte byte) { out_ += static_cast<char>(byte); }
  template <class T>
  void put_bytes(const T& value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    out_ += bytes;
  }

  void write_constant(const Node& node) {
    put(static_cast<Byte>(node.type.base->kind));
    if (const auto* integer = node.constant.get<std::int64_t>()) {
      put_bytes(*integer);
    } else if (const auto* real = node.constant.get<double>()) {
      put_bytes(*real);
    } else if (const auto* text = node.constant.get<std::string_view>()) {
      put_bytes(static_cast<std::uint32_t>(text->size()));
      out_ += *text;
    } else {
      put(node.constant.is(true) ? 1 : 0);
    }
  }

  std::string out_;
};

class Unpacker {
 public:
  Unpacker(std::string_view bytes, std::span<const Root> roots) : left_(bytes), roots_(roots) {}

  Node::Ptr read() {
    auto node = std::make_unique<Node>();
    node->op = static_cast<Op>(get());
    switch (node->op) {
      case Op::constant:
        read_constant(*node);
        return node;
      case Op::root:
        node->slot = get();
        node->shape = roots_[node->slot].type;
        node->text = roots_[node->slot].name;
        node->type = static_type(*node->shape);
        return node;
      case Op::variable:
        node->slot = get();
        node->type = variables_[node->slot];
        return node;
      default:
        break;
    }
    read_kids(*node);
    if (node->op == Op::field) {
      node->field = &node->kids[0]->type.base->fields[get()];
    } else if (node->op == Op::call) {
      node->function = &functions()[get()];
    }
    node->type = get() == 1 ? type_of_parts(*node) : scalar_type(static_cast<Kind>(get()));
    return node;
  }

 private:
  Byte get() {
    const auto byte = static_cast<Byte>(left_.front());
    left_.remove_prefix(1);
    return byte;
  }
  template <class T>
  T get_bytes() {
    T value{};
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }

  void read_constant(Node& node) {
    const auto kind = static_cast<Kind>(get());
    node.type = scalar_type(kind);
    switch (kind) {
      case Kind::boolean:
        node.constant = Value(get() == 1);
        break;
      case Kind::integer:
        node.constant = Value(get_bytes<std::int64_t>());
        break;
      case Kind::real:
        node.constant = Value(get_bytes<double>());
        break;
      default:
        const auto size = get_bytes<std::uint32_t>();
        node.text = left_.substr(0, size);
        node.constant = Value(std::string_view(node.text));
        left_.remove_prefix(size);
    }
  }

  /// The body of a macro sees its variable.
  void read_kids(Node& node) {
    const auto count = get_bytes<std::uint16_t>();
    const bool is_macro = node.op == Op::all || node.op == Op::exists ||
                          node.op == Op::exists_one || node.op == Op::filter || node.op == Op::map;
    node.kids.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_body = is_macro && i == 1;
      if (is_body) {
        variables_.push_back(node.kids[0]->type.element());
      }
      node.kids.push_back(read());
      if (is_body) {
        variables_.pop_back();
      }
    }
  }

  std::string_view left_;
  std::span<const Root> roots_;
  std::vector<StaticType> variables_;
};

}  // namespace

std::string pack_tree(const Node& tree) {
  Packer packer;
  packer.write(tree);
  return packer.take();
}

Node::Ptr unpack_tree(std::string_view bytes, std::span<const Root> roots) {
  return Unpacker(bytes, roots).read();
}

}  // namespace rocelint::expr
