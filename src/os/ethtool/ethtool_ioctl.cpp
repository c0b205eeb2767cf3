// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_ioctl.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/facts/fact.h"

#include "base/file_descriptor.h"
#include "facts/unknown.h"
#include "os/counter_set.h"
#include "os/netlink/attributes.h"
#include "os/read.h"

namespace rocelint {

namespace {

// Thousands are usual on a host of many cores, where each queue has its own.
constexpr std::uint32_t kMaxStatistics = 1U << 17U;
constexpr int kAttempts = 2;

// The fixed parts of the commands' structs; what follows them has no size of its own in C.
struct StringSetInfo {
  std::uint32_t cmd;
  std::uint32_t reserved;
  std::uint64_t sset_mask;
};
struct Strings {
  std::uint32_t cmd;
  std::uint32_t string_set;
  std::uint32_t len;
};
struct Statistics {
  std::uint32_t cmd;
  std::uint32_t n_stats;
};
static_assert(sizeof(StringSetInfo) == offsetof(ethtool_sset_info, data));
static_assert(sizeof(Strings) == offsetof(ethtool_gstrings, data));
static_assert(sizeof(Statistics) == offsetof(ethtool_stats, data));

std::string with_room(std::string header, std::size_t bytes) {
  header.append(bytes, '\0');
  return header;
}

/// Memory with a page behind it that can't be written. Kernels without commit 7b07be1ff1cb write
/// as much as the driver has at that moment, whatever there is room for: they meet EFAULT there
/// instead of harming this process.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t size) : size_((size + page() - 1) / page() * page()) {
    void* at = ::mmap(nullptr, size_ + page(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at != MAP_FAILED) {
      at_ = static_cast<char*>(at);
      usable_ = ::mprotect(at_, size_, PROT_READ | PROT_WRITE) == 0;
    }
  }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  GuardedBuffer(GuardedBuffer&&) = delete;
  GuardedBuffer& operator=(GuardedBuffer&&) = delete;
  ~GuardedBuffer() {
    if (at_ != nullptr) {
      ::munmap(at_, size_ + page());
    }
  }
  /// Null when there is no memory.
  [[nodiscard]] char* data() const { return usable_ ? at_ : nullptr; }

 private:
  static std::size_t page() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

  std::size_t size_;
  char* at_ = nullptr;
  bool usable_ = false;
};

class KernelEthtool final : public EthtoolIoctl {
 public:
  Read<std::string> call(std::string_view netdev, std::string buffer) override {
    ifreq request{};
    if (netdev.size() >= sizeof request.ifr_name) {
      return tl::unexpected(unknown_from_errno(ENODEV, ""));
    }
    std::ranges::copy(netdev, static_cast<char*>(request.ifr_name));
    if (!socket_.is_open()) {
      socket_ = FileDescriptor(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    }
    const GuardedBuffer memory(buffer.size());
    if (!socket_.is_open() || memory.data() == nullptr) {
      return tl::unexpected(unknown_from_errno(errno, "SIOCETHTOOL"));
    }
    std::ranges::copy(buffer, memory.data());
    request.ifr_data = memory.data();
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): ioctl() is declared so
    if (::ioctl(socket_.get(), SIOCETHTOOL, &request) != 0) {
      return tl::unexpected(unknown_from_errno(errno, ""));
    }
    std::copy_n(memory.data(), buffer.size(), buffer.begin());
    return buffer;
  }

 private:
  FileDescriptor socket_;
};

// The kernel clears the bit of a set that the driver lacks, and adds nothing for it.
Read<std::uint32_t> ask_count(EthtoolIoctl& ioctl, std::string_view netdev) {
  const auto answer = ioctl.call(
      netdev, with_room(bytes_of(StringSetInfo{.cmd = ETHTOOL_GSSET_INFO,
                                               .reserved = 0,
                                               .sset_mask = std::uint64_t{1} << ETH_SS_STATS}),
                        sizeof(std::uint32_t)));
  if (!answer) {
    return tl::unexpected(answer.error());
  }
  const auto info = value_at_start<StringSetInfo>(*answer);
  const auto count = value_at_start<std::uint32_t>(after<StringSetInfo>(*answer));
  if (!info || !count || *count > kMaxStatistics) {
    return tl::unexpected(malformed("the answer to ETHTOOL_GSSET_INFO makes no sense"));
  }
  if (info->sset_mask == 0 || *count == 0) {
    return tl::unexpected(unsupported("the driver has no statistics"));
  }
  return *count;
}

bool changed_meanwhile(const Unknown& why) {
  return why.sys_errno == EFAULT;
}

// Nothing when the number of statistics is no longer `count`.
Read<std::optional<CounterSet>> ask_statistics(EthtoolIoctl& ioctl, std::string_view netdev,
                                               std::uint32_t count) {
  const auto strings = ioctl.call(
      netdev, with_room(bytes_of(Strings{
                            .cmd = ETHTOOL_GSTRINGS, .string_set = ETH_SS_STATS, .len = count}),
                        std::size_t{count} * ETH_GSTRING_LEN));
  if (!strings) {
    return changed_meanwhile(strings.error()) ? Read<std::optional<CounterSet>>(std::nullopt)
                                              : tl::unexpected(strings.error());
  }
  const auto values =
      ioctl.call(netdev, with_room(bytes_of(Statistics{.cmd = ETHTOOL_GSTATS, .n_stats = count}),
                                   std::size_t{count} * sizeof(std::uint64_t)));
  if (!values) {
    return changed_meanwhile(values.error()) ? Read<std::optional<CounterSet>>(std::nullopt)
                                             : tl::unexpected(values.error());
  }
  const auto names_got = value_at_start<Strings>(*strings);
  const auto values_got = value_at_start<Statistics>(*values);
  if (names_got && values_got && (names_got->len != count || values_got->n_stats != count)) {
    return std::nullopt;
  }
  auto counters = decode_ethtool_statistics(*strings, *values);
  if (!counters) {
    return tl::unexpected(std::move(counters).error());
  }
  return *std::move(counters);
}

}  // namespace

std::unique_ptr<EthtoolIoctl> make_kernel_ethtool() {
  return std::make_unique<KernelEthtool>();
}

// mlx5 "rx12_packets", "ch3_events"; ice, virtio "rx_queue_0_packets"; mana "rx_0_packets"; ionic
// "rx_0_pkts", "rxq_0_cq_compl"; hns3 "rxq0_pktnum_rcd"; bnxt "[7]: rx_ucast_packets". Packets by
// size look like them: mlx5 "rx_64_bytes_phy", qede "rx_65_to_127_byte_packets".
bool is_of_one_ring(std::string_view name) {
  if (name.ends_with("_phy") || name.ends_with("_byte_packets")) {
    return false;
  }
  for (const std::string_view prefix : {"rx_queue_", "tx_queue_", "rxq_", "txq_", "rxq", "txq",
                                        "rx_", "tx_", "rx", "tx", "ch", "["}) {
    if (!name.starts_with(prefix)) {
      continue;
    }
    const auto rest = name.substr(prefix.size());
    const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (digits > 0) {
      return digits < rest.size() && (rest[digits] == '_' || rest[digits] == ']');
    }
  }
  return false;
}

Read<CounterSet> decode_ethtool_statistics(std::string_view strings, std::string_view values) {
  const auto names_header = value_at_start<Strings>(strings);
  const auto values_header = value_at_start<Statistics>(values);
  if (!names_header || !values_header || names_header->len != values_header->n_stats) {
    return tl::unexpected(malformed("as many ethtool statistics as names were asked for"));
  }
  const std::size_t count = names_header->len;
  const std::string_view names = after<Strings>(strings);
  const std::string_view numbers = after<Statistics>(values);
  if (names.size() / ETH_GSTRING_LEN < count || numbers.size() / sizeof(std::uint64_t) < count) {
    return tl::unexpected(malformed("the kernel tells of more ethtool statistics than it gave"));
  }
  CounterSet counters;
  for (std::size_t i = 0; i < count; ++i) {
    const auto padded = names.substr(i * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
    const auto name = padded.substr(0, padded.find('\0'));
    const auto value =
        value_at_start<std::uint64_t>(numbers.substr(i * sizeof(std::uint64_t))).value_or(0);
    if (!is_of_one_ring(name)) {
      counters.add(name, value);
    }
  }
  return counters;
}

Read<CounterSet> read_ethtool_statistics(EthtoolIoctl& ioctl, std::string_view netdev) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto count = ask_count(ioctl, netdev);
    if (!count) {
      return tl::unexpected(count.error());
    }
    auto counters = ask_statistics(ioctl, netdev, *count);
    if (!counters) {
      return tl::unexpected(std::move(counters).error());
    }
    if (*counters) {
      return **std::move(counters);
    }
  }
  return tl::unexpected(malformed("the number of ethtool statistics kept changing"));
}

}  // namespace rocelint
