// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "tests/checks/run.h"

namespace rocelint {
namespace {

using testing::ElementsAre;

class PcieCheck : public testing::Test {
 protected:
  void function(const std::string& path, const std::string& class_code,
                const std::string& vendor) const {
    const auto directory = "/sys/devices/" + path;
    tree_.file(directory + "/class", class_code + '\n');
    tree_.file(directory + "/vendor", vendor + '\n');
    tree_.link("/sys/bus/pci/devices/" + path.substr(path.rfind('/') + 1), directory);
  }

  [[nodiscard]] Snapshot probe() const {
    ProbeEnv::Parts parts;
    parts.root = tree_.root().string();
    parts.sick_devices = sick_;
    ProbeEnv env(std::move(parts));
    Snapshot so_far = host_of(1);
    so_far.host.devices.known()->front().pci_address = std::string("0000:03:00.0");
    return run(checks::pcie, env, so_far);
  }

  [[nodiscard]] std::vector<std::string> addresses() const {
    std::vector<std::string> found;
    const auto snapshot = probe();
    for (const auto& device : *snapshot.host.pci_devices.known()) {
      found.push_back(device.address);
    }
    return found;
  }

  Tree tree_;
  std::map<std::string, Unknown, std::less<>> sick_;
};

TEST_F(PcieCheck, ListsNicsGpusAndTheBridgesAboveThem) {
  function("pci0000:00/0000:00:01.0", "0x060400", "0x8086");
  function("pci0000:00/0000:00:01.0/0000:03:00.0", "0x020000", "0x15b3");
  function("pci0000:80/0000:80:01.0", "0x060400", "0x8086");
  function("pci0000:80/0000:80:01.0/0000:81:00.0", "0x030200", "0x10de");
  function("pci0000:00/0000:00:1f.2", "0x010601", "0x8086");
  EXPECT_THAT(addresses(),
              ElementsAre("0000:00:01.0", "0000:03:00.0", "0000:80:01.0", "0000:81:00.0"));
}

TEST_F(PcieCheck, AFunctionThatMustNotBeTouchedStaysInTheList) {
  function("pci0000:00/0000:00:01.0", "0x060400", "0x8086");
  function("pci0000:00/0000:00:01.0/0000:03:00.0", "0x020000", "0x15b3");
  sick_["0000:03:00.0"] = {.reason = Reason::timeout, .detail = "hung", .sys_errno = 0};
  ASSERT_THAT(addresses(), ElementsAre("0000:03:00.0"));
  const auto device = probe().host.pci_devices.known()->front();
  EXPECT_EQ(device.parent.unknown()->reason, Reason::timeout);
  EXPECT_EQ(device.max_link_speed_mtps.unknown()->reason, Reason::timeout);
}

TEST_F(PcieCheck, WithoutSysfsItIsUnknown) {
  const auto snapshot = probe();
  ASSERT_NE(snapshot.host.pci_devices.unknown(), nullptr);
  EXPECT_EQ(snapshot.host.pci_devices.unknown()->reason, Reason::not_found);
}

}  // namespace
}  // namespace rocelint
