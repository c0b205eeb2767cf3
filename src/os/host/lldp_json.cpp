// SPDX-License-Identifier: Apache-2.0
#include "os/host/lldp_json.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "rocelint/facts/lldp.h"

#include "os/read.h"

namespace rocelint {

namespace {

using Json = nlohmann::json;

const Json kNothing;

/// The first element of a list, and anything else itself.
const Json& first(const Json& value) {
  return value.is_array() ? (value.empty() ? kNothing : value.front()) : value;
}

const Json& member(const Json& value, const char* key) {
  const Json& object = first(value);
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() ? *found : kNothing;
}

/// "sw1", {"value": "sw1"} and [{"value": "sw1"}] are all the same.
std::string text_of(const Json& value) {
  const Json& inner = first(value);
  const Json& text = inner.is_object() ? first(member(inner, "value")) : inner;
  return text.is_string() ? text.get<std::string>() : std::string();
}

template <class Visit>
void for_each(const Json& list_or_one, Visit visit) {
  if (!list_or_one.is_array()) {
    visit(list_or_one);
    return;
  }
  for (const auto& item : list_or_one) {
    visit(item);
  }
}

/// In `json` the chassis is the value of its name, unless it has none.
void read_chassis(const Json& value, LldpNeighbor& neighbor) {
  const Json& chassis = first(value);
  neighbor.chassis_id = text_of(member(chassis, "id"));
  neighbor.system_name = text_of(member(chassis, "name"));
  if (neighbor.chassis_id.empty() && chassis.is_object() && chassis.size() == 1) {
    neighbor.system_name = chassis.begin().key();
    neighbor.chassis_id = text_of(member(chassis.front(), "id"));
  }
}

class Reader {
 public:
  void add_item(const Json& item) {
    if (!item.is_object()) {
      return;
    }
    if (const auto name = item.find("name"); name != item.end() && name->is_string()) {
      add(name->get<std::string>(), item);
      return;
    }
    for (const auto& entry : item.items()) {
      for_each(entry.value(), [&](const Json& one) { add(entry.key(), one); });
    }
  }

  [[nodiscard]] LldpNeighbors take() {
    LldpNeighbors neighbors;
    for (auto& [name, entry] : found_) {
      neighbors.emplace(name, std::move(entry.neighbor));
    }
    return neighbors;
  }

 private:
  struct Entry {
    LldpNeighbor neighbor;
    bool is_lldp = false;
  };

  void add(const std::string& name, const Json& body) {
    Entry entry;
    entry.is_lldp = text_of(member(body, "via")) == "LLDP";
    read_chassis(member(body, "chassis"), entry.neighbor);
    const Json& port = member(body, "port");
    entry.neighbor.port_id = text_of(member(port, "id"));
    entry.neighbor.port_description = text_of(member(port, "descr"));
    const auto [at, is_new] = found_.try_emplace(name, entry);
    if (!is_new && entry.is_lldp && !at->second.is_lldp) {
      at->second = std::move(entry);
    }
  }

  std::map<std::string, Entry> found_;
};

}  // namespace

Read<LldpNeighbors> decode_lldp(std::string_view text) {
  const Json whole = Json::parse(text, nullptr, false);
  if (!whole.is_object() || !whole.contains("lldp")) {
    return tl::unexpected(malformed("not what lldpcli -f json0 show neighbors prints"));
  }
  Reader reader;
  for_each(whole["lldp"], [&](const Json& part) {
    for_each(member(part, "interface"), [&](const Json& item) { reader.add_item(item); });
  });
  return reader.take();
}

}  // namespace rocelint
