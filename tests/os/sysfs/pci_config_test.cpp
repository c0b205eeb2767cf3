// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/pci_config.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/pci_regs.h>

#include "rocelint/facts.h"

namespace rocelint {
namespace {

using testing::HasSubstr;

/// A configuration space made by hand.
class Space {
 public:
  explicit Space(std::size_t size = 4096) : bytes_(size, '\0') {}

  Space& put(std::size_t offset, std::uint64_t value, std::size_t size = 2) {
    for (std::size_t i = 0; i < size; ++i) {
      bytes_.at(offset + i) = static_cast<char>(value >> (8 * i));
    }
    return *this;
  }
  /// The list of capabilities: power management at 0x40, PCI Express at 0x50.
  Space& with_express(std::uint16_t device_control) {
    put(PCI_STATUS, PCI_STATUS_CAP_LIST);
    put(PCI_CAPABILITY_LIST, 0x40, 1);
    put(0x40, PCI_CAP_ID_PM, 1).put(0x41, 0x50, 1);
    put(0x50, PCI_CAP_ID_EXP, 1).put(0x51, 0, 1);
    return put(0x50 + PCI_EXP_DEVCTL, device_control);
  }
  /// AER at 0x100, ACS at 0x140, ATS at 0x150.
  Space& with_extended(std::uint16_t acs, std::uint16_t ats) {
    put(0x100, PCI_EXT_CAP_ID_ERR | (1U << 16) | (0x140U << 20), 4);
    put(0x140, PCI_EXT_CAP_ID_ACS | (1U << 16) | (0x150U << 20), 4);
    put(0x150, PCI_EXT_CAP_ID_ATS | (1U << 16), 4);
    return put(0x140 + PCI_ACS_CTRL, acs).put(0x150 + PCI_ATS_CTRL, ats);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

TEST(PciConfig, ReadsWhatTheDeviceIsSetTo) {
  const auto config =
      decode_pci_config(Space().with_express(0x5130).with_extended(0x1d, 0x8000).bytes());
  EXPECT_TRUE(config.max_payload_bytes.is(256));
  EXPECT_TRUE(config.max_read_request_bytes.is(4096));
  EXPECT_TRUE(config.relaxed_ordering.is(true));
  EXPECT_TRUE(config.extended_tag.is(true));
  ASSERT_NE(config.acs.known(), nullptr);
  EXPECT_TRUE(config.acs.known()->source_validation);
  EXPECT_FALSE(config.acs.known()->translation_blocking);
  EXPECT_TRUE(config.acs.known()->request_redirect);
  EXPECT_TRUE(config.acs.known()->completion_redirect);
  EXPECT_TRUE(config.acs.known()->upstream_forwarding);
  EXPECT_TRUE(config.ats.is(true));
}

TEST(PciConfig, WhatIsOffIsOff) {
  const auto config = decode_pci_config(Space().with_express(0).with_extended(0, 0).bytes());
  EXPECT_TRUE(config.max_payload_bytes.is(128));
  EXPECT_TRUE(config.max_read_request_bytes.is(128));
  EXPECT_TRUE(config.relaxed_ordering.is(false));
  EXPECT_TRUE(config.acs.is(AccessControl{}));
  EXPECT_TRUE(config.ats.is(false));
}

void expect_all(const PciConfig& config, Reason reason) {
  for (const auto* why :
       {config.max_payload_bytes.unknown(), config.max_read_request_bytes.unknown(),
        config.relaxed_ordering.unknown(), config.extended_tag.unknown(), config.acs.unknown(),
        config.ats.unknown()}) {
    ASSERT_NE(why, nullptr);
    EXPECT_EQ(why->reason, reason) << why->detail;
  }
}

TEST(PciConfig, SixtyFourBytesAreWhatEverybodySees) {
  expect_all(decode_pci_config(std::string(64, '\0')), Reason::permission);
  expect_all(decode_pci_config(""), Reason::permission);
}

TEST(PciConfig, AFunctionWithoutCapabilitiesHasNone) {
  expect_all(decode_pci_config(Space().bytes()), Reason::unsupported);
  expect_all(decode_pci_config(Space(256).bytes()), Reason::unsupported);
}

TEST(PciConfig, AReservedSizeIsMalformed) {
  const auto config = decode_pci_config(Space().with_express(0x60c0).bytes());
  EXPECT_EQ(config.max_payload_bytes.unknown()->reason, Reason::malformed);
  EXPECT_EQ(config.max_read_request_bytes.unknown()->reason, Reason::malformed);
  EXPECT_TRUE(config.relaxed_ordering.is(false));
}

TEST(PciConfig, CirclesEnd) {
  auto space = Space().with_express(0).with_extended(0, 0);
  space.put(0x50, PCI_CAP_ID_PM, 1).put(0x51, 0x40, 1);
  space.put(0x150, PCI_EXT_CAP_ID_ERR | (1U << 16) | (0x100U << 20), 4);
  const auto config = decode_pci_config(space.bytes());
  EXPECT_THAT(config.max_payload_bytes.unknown()->detail, HasSubstr("does not end"));
  EXPECT_THAT(config.ats.unknown()->detail, HasSubstr("does not end"));
  EXPECT_NE(config.acs.known(), nullptr);
}

TEST(PciConfig, NothingIsReadBehindItsEnd) {
  const auto whole = Space().with_express(0x5130).with_extended(0x1d, 0x8000).bytes();
  for (std::size_t size = 0; size <= 0x160; ++size) {
    const auto config = decode_pci_config(std::string(whole, 0, size));
    EXPECT_EQ(config.max_payload_bytes.known() != nullptr, size >= 0x50 + PCI_EXP_DEVCTL + 2)
        << size;
  }
}

}  // namespace
}  // namespace rocelint
