// SPDX-License-Identifier: Apache-2.0
#include "os/verbs/rdma_cm.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <endian.h>
#include <fcntl.h>
#include <linux/types.h>
#include <netinet/in.h>
#include <rdma/rdma_user_cm.h>
#include <sys/socket.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/facts/fact.h"

#include "base/file_descriptor.h"
#include "facts/unknown.h"
#include "os/host/loaded_kernel_module.h"
#include "os/netlink/attributes.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

namespace {

constexpr const char* kNode = "/dev/infiniband/rdma_cm";
constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

/// The open node. An id that is left over goes away with it.
class Node {
 public:
  explicit Node(FileDescriptor fd) : fd_(std::move(fd)) {}

  /// Hands over one command; the kernel has written its answer, if any, when this returns.
  template <class Command>
  [[nodiscard]] std::optional<Unknown> call(std::uint32_t number, const Command& command,
                                            std::size_t answer_bytes, std::string_view name) const {
    const std::string message =
        bytes_of(rdma_ucm_cmd_hdr{
            .cmd = number, .in = sizeof command, .out = static_cast<std::uint16_t>(answer_bytes)}) +
        bytes_of(command);
    if (::write(fd_.get(), message.data(), message.size()) < 0) {
      return unknown_from_errno(errno, std::string(name));
    }
    return std::nullopt;
  }

 private:
  FileDescriptor fd_;
};

std::uint64_t pointer_to(void* answer) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the ABI wants it as a number
  return reinterpret_cast<std::uintptr_t>(answer);
}

/// One id, from its creation to its end.
class Id {
 public:
  explicit Id(const Node& node) : node_(&node) {
    rdma_ucm_create_id_resp answer{};
    const rdma_ucm_create_id command{
        .uid = 0, .response = pointer_to(&answer), .ps = RDMA_PS_TCP, .qp_type = 0, .reserved = {}};
    failure_ = node.call(RDMA_USER_CM_CMD_CREATE_ID, command, sizeof answer, "rdma_cm CREATE_ID");
    id_ = answer.id;
  }
  Id(const Id&) = delete;
  Id& operator=(const Id&) = delete;
  Id(Id&&) = delete;
  Id& operator=(Id&&) = delete;
  ~Id() {
    if (!failure_) {
      rdma_ucm_destroy_id_resp answer{};
      (void)node_->call(
          RDMA_USER_CM_CMD_DESTROY_ID,
          rdma_ucm_destroy_id{.response = pointer_to(&answer), .id = id_, .reserved = 0},
          sizeof answer, "");
    }
  }

  [[nodiscard]] const std::optional<Unknown>& failure() const { return failure_; }

  [[nodiscard]] std::optional<Unknown> bind(const std::string& address_bytes) const {
    rdma_ucm_bind command{};
    command.id = id_;
    command.addr_size = static_cast<std::uint16_t>(address_bytes.size());
    std::ranges::copy(address_bytes,
                      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): its bytes
                      reinterpret_cast<char*>(&command.addr));
    return node_->call(RDMA_USER_CM_CMD_BIND, command, 0, "rdma_cm BIND");
  }

  [[nodiscard]] Read<CmBinding> query() const {
    rdma_ucm_query_addr_resp answer{};
    answer.ibdev_index = kNoIndex;  // older kernels write a shorter answer
    const rdma_ucm_query command{
        .response = pointer_to(&answer), .id = id_, .option = RDMA_USER_CM_QUERY_ADDR};
    if (auto why = node_->call(RDMA_USER_CM_CMD_QUERY, command, sizeof answer, "rdma_cm QUERY")) {
      return tl::unexpected(*std::move(why));
    }
    CmBinding binding{.node_guid = be64toh(answer.node_guid), .port = answer.port_num};
    if (answer.ibdev_index != kNoIndex) {
      binding.device_index = answer.ibdev_index;
    }
    return binding;
  }

 private:
  const Node* node_;
  std::optional<Unknown> failure_;
  std::uint32_t id_ = 0;
};

/// A sockaddr with port 0, which lets the kernel choose one.
std::string socket_address(const std::string& text) {
  sockaddr_in ipv4{};
  if (::inet_pton(AF_INET, text.c_str(), &ipv4.sin_addr) == 1) {
    ipv4.sin_family = AF_INET;
    return bytes_of(ipv4);
  }
  sockaddr_in6 ipv6{};
  if (::inet_pton(AF_INET6, text.c_str(), &ipv6.sin6_addr) == 1) {
    ipv6.sin6_family = AF_INET6;
    return bytes_of(ipv6);
  }
  return {};
}

Read<Node> open_node() {
  // The node alone is no sign of the module: a static one would load it.
  if (const auto why = why_not_loaded(Files(), {"/sys/class/misc/rdma_cm"},
                                      not_found("the module rdma_ucm is not loaded"))) {
    return tl::unexpected(*why);
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open() is declared so
  FileDescriptor fd(::open(kNode, O_RDWR | O_CLOEXEC));
  if (!fd.is_open()) {
    return tl::unexpected(unknown_from_errno(errno, kNode));
  }
  return Node(std::move(fd));
}

class KernelRdmaCm final : public RdmaCm {
 public:
  Read<CmBinding> bind(const std::string& address) override {
    const auto bytes = socket_address(address);
    if (bytes.empty()) {
      return tl::unexpected(malformed(address + " is no address"));
    }
    if (!node_) {
      node_ = open_node();
    }
    if (!node_->has_value()) {
      return tl::unexpected(node_->error());
    }
    const Id id(**node_);
    if (id.failure()) {
      return tl::unexpected(*id.failure());
    }
    if (auto why = id.bind(bytes)) {
      return tl::unexpected(*std::move(why));
    }
    return id.query();
  }

 private:
  std::optional<Read<Node>> node_;
};

}  // namespace

std::unique_ptr<RdmaCm> make_kernel_rdma_cm() {
  return std::make_unique<KernelRdmaCm>();
}

}  // namespace rocelint
