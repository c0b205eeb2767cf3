// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_parameters.h"

#include <ostream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "advise/learn_ballot.h"
#include "tests/judge/engine_support.h"
#include "tests/judge/learning.h"
#include "tests/support/host_parts.h"

namespace rocelint {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using namespace testing_support;

constexpr auto kRequired = "gdr:\n      required: true\n";
constexpr auto kNotTold = "Not told by any port (not_collected): gdr.required";

/// What stands between the memory of a host's GPU and its NICs.
struct GpuMemory {
  const char* name;
  Fact<bool> dmabuf;  ///< of the driver of the NICs
  GpuSoftware gpu;
  const char* said;  ///< null: nothing
};
void PrintTo(const GpuMemory& row, std::ostream* out) {
  *out << row.name;
}

class LearnGpuMemory : public testing::TestWithParam<GpuMemory> {};

TEST_P(LearnGpuMemory, AsItsRuleSeesIt) {
  const auto yaml = joined(learn(one(healthy(), [](Snapshot& host) {
    add_gpu(host);
    host.host.gpu = GetParam().gpu;
    for (auto& device : *host.host.devices.known()) {
      device.dmabuf = GetParam().dmabuf;
    }
  })));
  EXPECT_THAT(yaml, HasSubstr("gpu_distances: [pix]"));
  if (GetParam().said == nullptr) {
    EXPECT_THAT(yaml, Not(AnyOf(HasSubstr("gdr:"), HasSubstr("gdr.required"))));
  } else {
    EXPECT_THAT(yaml, HasSubstr(GetParam().said));
  }
}

GpuSoftware no_nvidia() {
  const auto none = not_found("NVIDIA's driver is not loaded");
  return {.peer_memory = false, .nvidia_version = none, .nvidia_open = none};
}
GpuSoftware nvidia(Fact<bool> peer_memory, Fact<bool> open) {
  return {.peer_memory = std::move(peer_memory),
          .nvidia_version = std::string("570.86.15"),
          .nvidia_open = std::move(open)};
}
GpuSoftware nvidia_of_any_version(Fact<bool> open) {
  return {.peer_memory = false, .nvidia_version = Unknown{}, .nvidia_open = std::move(open)};
}

INSTANTIATE_TEST_SUITE_P(
    Rows, LearnGpuMemory,
    testing::Values(
        GpuMemory{"peer_memory", false, nvidia(true, false), kRequired},
        GpuMemory{"open_driver", true, nvidia(false, true), kRequired},
        GpuMemory{"another_vendor", true, no_nvidia(), kRequired},
        GpuMemory{"proprietary_driver", true, nvidia(false, false), nullptr},
        GpuMemory{"a_nic_that_refuses", false, nvidia(false, true), nullptr},
        GpuMemory{"a_nic_that_never_heard_of_it", unsupported("dmabuf"), no_nvidia(), nullptr},
        GpuMemory{"driver_not_told", true, nvidia_of_any_version(Unknown{}), kNotTold},
        GpuMemory{"version_not_told", true, nvidia_of_any_version(false), kNotTold},
        GpuMemory{"openness_not_told", true, nvidia(false, Unknown{}), kNotTold},
        GpuMemory{"driver_of_no_matter", false, nvidia_of_any_version(Unknown{}), nullptr},
        GpuMemory{"peer_memory_not_told", false, nvidia(Unknown{}, true), kNotTold},
        GpuMemory{"dmabuf_not_told", Unknown{}, nvidia(false, true), kNotTold}),
    [](const auto& row) { return std::string(row.param.name); });

/// A release as the kernel states it, and what a policy asks for.
struct Release {
  const char* name;
  const char* text;
  const char* said;
};
void PrintTo(const Release& row, std::ostream* out) {
  *out << row.name;
}

class LearnKernelRelease : public testing::TestWithParam<Release> {};

TEST_P(LearnKernelRelease, IsTheNumbersBeforeTheDistributions) {
  const auto yaml = joined(learn(one(
      healthy(), [](Snapshot& host) { host.host.kernel_release = std::string(GetParam().text); })));
  EXPECT_THAT(yaml, HasSubstr(GetParam().said));
}

constexpr auto kNoNumber = "Not told by any host (it has no number): system.kernel_release";

INSTANTIATE_TEST_SUITE_P(
    Rows, LearnKernelRelease,
    testing::Values(Release{"of_a_distribution", "5.14.0-427.el9", "kernel_release: \"5.14.0\""},
                    Release{"numbers_alone", "6.12.9", "kernel_release: \"6.12.9\""},
                    Release{"a_point_at_the_end", "6.8.-rc1", "kernel_release: \"6.8\""},
                    Release{"a_point_at_the_start", ".6.8", kNoNumber},
                    Release{"no_number", "next-20270302", kNoNumber}),
    [](const auto& row) { return std::string(row.param.name); });

struct Limit {
  const char* name;
  const char* parameter;
  const char* value;
  bool is_within;
};
void PrintTo(const Limit& row, std::ostream* out) {
  *out << row.name;
}

class LearnLimits : public testing::TestWithParam<Limit> {};

TEST_P(LearnLimits, AreThoseOfAPolicy) {
  const auto& row = GetParam();
  EXPECT_EQ(is_within_limits(row.parameter, row.value), row.is_within);
  LearnedValue value{.parameter = row.parameter, .value = row.value};
  keep_within_limits(value);
  EXPECT_EQ(value.agreed, row.is_within);
  EXPECT_EQ(value.note,
            row.is_within ? "" : "a policy does not take this number: " + std::string(row.value));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, LearnLimits,
    testing::Values(Limit{"least", "mtu.netdev_bytes", "576", true},
                    Limit{"most", "mtu.netdev_bytes", "65535", true},
                    Limit{"too_little", "mtu.netdev_bytes", "575", false},
                    Limit{"too_much", "mtu.netdev_bytes", "65536", false},
                    Limit{"listed", "pcie.max_read_request_bytes", "4096", true},
                    Limit{"not_listed", "pcie.max_read_request_bytes", "3000", false},
                    Limit{"no_number", "expect.ports", "many", true},
                    Limit{"of_no_limit", "trust", "dscp", true}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace rocelint
