// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/devlink_decode.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <linux/devlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/devlink.h"
#include "rocelint/facts/fact.h"

#include "base/text.h"
#include "facts/unknown.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/read.h"
#include "os/unique.h"

namespace rocelint {
namespace {

NetlinkRequest dump(int command) {
  return {.type = static_cast<std::uint16_t>(command), .dump = true, .payload = {}};
}

// Both become parts of a path in sysfs.
Read<std::string> decode_name(const Attributes& reply, int type, std::string_view what) {
  auto name = reply.text(type, what);
  if (name && (name->empty() || name->front() == '.' || name->find('/') != std::string::npos)) {
    return tl::unexpected(malformed(std::string(what) + " is \"" + *name + '"'));
  }
  return name;
}

Read<std::string> decode_handle(const Attributes& reply) {
  auto bus = decode_name(reply, DEVLINK_ATTR_BUS_NAME, "DEVLINK_ATTR_BUS_NAME");
  if (!bus) {
    return bus;
  }
  auto device = decode_name(reply, DEVLINK_ATTR_DEV_NAME, "DEVLINK_ATTR_DEV_NAME");
  if (!device) {
    return device;
  }
  return escape_for_terminal(*bus + '/' + *device);
}

// Numbers of netlink's attribute types, which devlink sends as they are (include/net/netlink.h).
constexpr std::uint8_t kU8 = 1;
constexpr std::uint8_t kU16 = 2;
constexpr std::uint8_t kU32 = 3;
constexpr std::uint8_t kU64 = 4;
constexpr std::uint8_t kString = 5;
constexpr std::uint8_t kFlag = 6;

template <class T>
Fact<std::string> number_text(const Attributes& value) {
  const auto number =
      value.number<T>(DEVLINK_ATTR_PARAM_VALUE_DATA, "DEVLINK_ATTR_PARAM_VALUE_DATA");
  return number ? Fact<std::string>(std::to_string(*number)) : Fact<std::string>(number.error());
}

// A flag is true by being there.
Fact<std::string> decode_value(const Attributes& value, std::uint8_t type) {
  switch (type) {
    case kU8:
      return number_text<std::uint8_t>(value);
    case kU16:
      return number_text<std::uint16_t>(value);
    case kU32:
      return number_text<std::uint32_t>(value);
    case kU64:
      return number_text<std::uint64_t>(value);
    case kString:
      return to_fact(value.text(DEVLINK_ATTR_PARAM_VALUE_DATA, "DEVLINK_ATTR_PARAM_VALUE_DATA"));
    case kFlag:
      return std::string(value.find(DEVLINK_ATTR_PARAM_VALUE_DATA) ? "true" : "false");
    default:
      return malformed("a parameter of type " + std::to_string(type));
  }
}

Fact<std::string>* place_of(DevlinkParameter& parameter, std::uint8_t mode) {
  switch (mode) {
    case DEVLINK_PARAM_CMODE_RUNTIME:
      return &parameter.runtime;
    case DEVLINK_PARAM_CMODE_DRIVERINIT:
      return &parameter.driverinit;
    case DEVLINK_PARAM_CMODE_PERMANENT:
      return &parameter.permanent;
    default:
      return nullptr;
  }
}

struct Named {
  std::string name;
  DevlinkParameter parameter;
};

Read<Named> decode_parameter(const Attributes& nest) {
  auto name = nest.text(DEVLINK_ATTR_PARAM_NAME, "DEVLINK_ATTR_PARAM_NAME");
  const auto type = nest.number<std::uint8_t>(DEVLINK_ATTR_PARAM_TYPE, "DEVLINK_ATTR_PARAM_TYPE");
  const auto values = nest.nest(DEVLINK_ATTR_PARAM_VALUES_LIST, "DEVLINK_ATTR_PARAM_VALUES_LIST");
  if (!name || !type || !values) {
    return tl::unexpected(!name ? name.error() : !type ? type.error() : values.error());
  }
  const Unknown none = unsupported("the parameter has no value of this kind");
  Named named{.name = escape_for_terminal(*name),
              .parameter = {.runtime = none, .driverinit = none, .permanent = none}};
  for (const auto& attribute : values->all()) {
    if (attribute.type != DEVLINK_ATTR_PARAM_VALUE) {
      continue;
    }
    const auto value = Attributes::parse(attribute.bytes);
    if (!value) {
      return tl::unexpected(value.error());
    }
    const auto mode = value->number<std::uint8_t>(DEVLINK_ATTR_PARAM_VALUE_CMODE,
                                                  "DEVLINK_ATTR_PARAM_VALUE_CMODE");
    if (!mode) {
      return tl::unexpected(mode.error());
    }
    if (auto* const place = place_of(named.parameter, *mode)) {
      *place = decode_value(*value, *type);
    }
  }
  return named;
}

Fact<bool> decode_state(const Attributes& nest) {
  const auto state = nest.number<std::uint8_t>(DEVLINK_ATTR_HEALTH_REPORTER_STATE,
                                               "DEVLINK_ATTR_HEALTH_REPORTER_STATE");
  if (!state) {
    return state.error();
  }
  // enum devlink_health_reporter_state of include/net/devlink.h.
  constexpr std::uint8_t kHealthy = 0;
  constexpr std::uint8_t kError = 1;
  if (*state > kError) {
    return malformed("DEVLINK_ATTR_HEALTH_REPORTER_STATE is " + std::to_string(*state));
  }
  return *state == kHealthy;
}

Read<HealthReporter> decode_reporter(const Attributes& reply) {
  const auto nest = reply.nest(DEVLINK_ATTR_HEALTH_REPORTER, "DEVLINK_ATTR_HEALTH_REPORTER");
  if (!nest) {
    return tl::unexpected(nest.error());
  }
  const auto name =
      nest->text(DEVLINK_ATTR_HEALTH_REPORTER_NAME, "DEVLINK_ATTR_HEALTH_REPORTER_NAME");
  if (!name) {
    return tl::unexpected(name.error());
  }
  const auto port = reply.number<std::uint32_t>(DEVLINK_ATTR_PORT_INDEX, "DEVLINK_ATTR_PORT_INDEX");
  HealthReporter reporter;
  reporter.name = (port ? std::to_string(*port) + '/' : "") + escape_for_terminal(*name);
  reporter.healthy = decode_state(*nest);
  reporter.error_count = nest->integer<std::uint64_t>(DEVLINK_ATTR_HEALTH_REPORTER_ERR_COUNT,
                                                      "DEVLINK_ATTR_HEALTH_REPORTER_ERR_COUNT");
  reporter.recover_count = nest->integer<std::uint64_t>(
      DEVLINK_ATTR_HEALTH_REPORTER_RECOVER_COUNT, "DEVLINK_ATTR_HEALTH_REPORTER_RECOVER_COUNT");
  return reporter;
}

// A version without a name is left out.
Read<bool> add_version(std::string_view bytes, VersionMap& versions) {
  const auto nest = Attributes::parse(bytes);
  if (!nest) {
    return tl::unexpected(nest.error());
  }
  const auto name = nest->text(DEVLINK_ATTR_INFO_VERSION_NAME, "DEVLINK_ATTR_INFO_VERSION_NAME");
  const auto value = nest->text(DEVLINK_ATTR_INFO_VERSION_VALUE, "DEVLINK_ATTR_INFO_VERSION_VALUE");
  if (!name || !value) {
    return tl::unexpected(!name ? name.error() : value.error());
  }
  if (!name->empty()) {
    versions.emplace(escape_for_terminal(*name), *value);
  }
  return true;
}

}  // namespace

NetlinkRequest devlink_devices_request() {
  return dump(DEVLINK_CMD_GET);
}

NetlinkRequest devlink_parameters_request() {
  return dump(DEVLINK_CMD_PARAM_GET);
}

NetlinkRequest devlink_health_request() {
  return dump(DEVLINK_CMD_HEALTH_REPORTER_GET);
}

NetlinkRequest devlink_info_request(std::string_view handle) {
  const auto slash = handle.find('/');
  NetlinkRequest request{.type = DEVLINK_CMD_INFO_GET, .dump = false, .payload = {}};
  append_attribute(request.payload, DEVLINK_ATTR_BUS_NAME, text_bytes(handle.substr(0, slash)));
  append_attribute(request.payload, DEVLINK_ATTR_DEV_NAME,
                   text_bytes(slash == std::string_view::npos ? "" : handle.substr(slash + 1)));
  return request;
}

Read<std::vector<DevlinkDevice>> decode_devlink_devices(const NetlinkReplies& replies) {
  std::vector<DevlinkDevice> devices;
  for (const auto& reply : replies) {
    const auto attributes = Attributes::parse(reply);
    auto handle = attributes ? decode_handle(*attributes)
                             : Read<std::string>(tl::unexpected(attributes.error()));
    if (!handle) {
      return tl::unexpected(handle.error());
    }
    devices.emplace_back().handle = *std::move(handle);
  }
  sort_unique_by(devices, &DevlinkDevice::handle);
  return devices;
}

Read<ByHandle<DevlinkParameters>> decode_devlink_parameters(const NetlinkReplies& replies) {
  ByHandle<DevlinkParameters> devices;
  for (const auto& reply : replies) {
    const auto attributes = Attributes::parse(reply);
    if (!attributes) {
      return tl::unexpected(attributes.error());
    }
    const auto handle = decode_handle(*attributes);
    const auto nest = attributes->nest(DEVLINK_ATTR_PARAM, "DEVLINK_ATTR_PARAM");
    auto named = nest ? decode_parameter(*nest) : Read<Named>(tl::unexpected(nest.error()));
    if (!handle || !named) {
      return tl::unexpected(!handle ? handle.error() : named.error());
    }
    if (!named->name.empty()) {
      devices[*handle].emplace(std::move(named->name), std::move(named->parameter));
    }
  }
  return devices;
}

Read<ByHandle<std::vector<HealthReporter>>> decode_devlink_health(const NetlinkReplies& replies) {
  ByHandle<std::vector<HealthReporter>> devices;
  for (const auto& reply : replies) {
    const auto attributes = Attributes::parse(reply);
    if (!attributes) {
      return tl::unexpected(attributes.error());
    }
    const auto handle = decode_handle(*attributes);
    auto reporter = decode_reporter(*attributes);
    if (!handle || !reporter) {
      return tl::unexpected(!handle ? handle.error() : reporter.error());
    }
    devices[*handle].push_back(*std::move(reporter));
  }
  for (auto& [handle, reporters] : devices) {
    sort_unique_by(reporters, &HealthReporter::name);
  }
  return devices;
}

Read<DevlinkVersions> decode_devlink_info(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return tl::unexpected(attributes.error());
  }
  DevlinkVersions versions;
  for (const auto& attribute : attributes->all()) {
    auto* const kind = attribute.type == DEVLINK_ATTR_INFO_VERSION_FIXED     ? &versions.fixed
                       : attribute.type == DEVLINK_ATTR_INFO_VERSION_RUNNING ? &versions.running
                       : attribute.type == DEVLINK_ATTR_INFO_VERSION_STORED  ? &versions.stored
                                                                             : nullptr;
    const auto added = kind != nullptr ? add_version(attribute.bytes, *kind) : Read<bool>(true);
    if (!added) {
      return tl::unexpected(added.error());
    }
  }
  return versions;
}

}  // namespace rocelint
