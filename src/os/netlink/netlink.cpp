// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netlink.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include <linux/devlink.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <netlink/cache.h>
#include <netlink/errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/family.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <sys/socket.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "os/host/loaded_kernel_module.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink_messages.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

namespace {

constexpr int kReceiveBufferBytes = 1 << 20;  // a dump of thousands of links must not overrun
// Of both generic families.
constexpr std::uint8_t kGenericVersion = ETHTOOL_GENL_VERSION;
static_assert(kGenericVersion == DEVLINK_GENL_VERSION);
constexpr int kDumpAttempts = 3;  // a busy host changes its links while they are dumped

struct FreeSocket {
  void operator()(nl_sock* socket) const { ::nl_socket_free(socket); }
};
struct FreeMessage {
  void operator()(nl_msg* message) const { ::nlmsg_free(message); }
};
struct FreeBuffer {
  void operator()(unsigned char* buffer) const {
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): nl_recv()'s
    std::free(buffer);
  }
};

Reason reason_of_library_error(int error) {
  switch (error) {
    case NLE_PERM:
    case NLE_NOACCESS:
      return Reason::permission;
    case NLE_AF_NOSUPPORT:
    case NLE_PROTO_MISMATCH:
    case NLE_OPNOTSUPP:
      return Reason::unsupported;
    default:
      return Reason::io_error;
  }
}

// libnl's own codes stand for several errnos each, so none is claimed.
Unknown library_failure(int error, std::string_view what) {
  const int code = error < 0 ? -error : error;
  return {.reason = reason_of_library_error(code),
          .detail = std::string(what) + ": " + ::nl_geterror(code)};
}

struct Socket {
  std::unique_ptr<nl_sock, FreeSocket> handle;
  int genl_family = 0;  // 0: not a generic netlink socket
};

void ask_for_extended_acks(const nl_sock* socket) {
  // Kernels before 4.12 know neither: the text is then missing, nothing else.
  const int on = 1;
  const int fd = ::nl_socket_get_fd(socket);
  (void)::setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof on);
  (void)::setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof on);
}

Read<Socket> connect(int protocol) {
  Socket socket{.handle = std::unique_ptr<nl_sock, FreeSocket>(::nl_socket_alloc())};
  if (socket.handle == nullptr) {
    return tl::unexpected(library_failure(NLE_NOMEM, "netlink socket"));
  }
  if (const int error = ::nl_connect(socket.handle.get(), protocol); error < 0) {
    return tl::unexpected(library_failure(error, "netlink socket"));
  }
  (void)::nl_socket_set_buffer_size(socket.handle.get(), kReceiveBufferBytes, 0);
  ::nl_socket_enable_msg_peek(socket.handle.get());
  ask_for_extended_acks(socket.handle.get());
  return socket;
}

struct FreeCache {
  void operator()(nl_cache* cache) const { ::nl_cache_free(cache); }
};
struct PutFamily {
  void operator()(genl_family* family) const { ::genl_family_put(family); }
};

// The number is looked up in the list of all families: a request for one by its name makes the
// kernel load a module of that name where it has none (ctrl_getfamily(), net/netlink/genetlink.c).
Read<Socket> connect_generic(const char* name) {
  auto socket = connect(NETLINK_GENERIC);
  if (!socket) {
    return socket;
  }
  const std::string what = std::string("the kernel's ") + name + " netlink family";
  nl_cache* list = nullptr;
  if (const int error = ::genl_ctrl_alloc_cache(socket->handle.get(), &list); error < 0) {
    return tl::unexpected(library_failure(error, what));
  }
  const std::unique_ptr<nl_cache, FreeCache> cache(list);
  const std::unique_ptr<genl_family, PutFamily> family(
      ::genl_ctrl_search_by_name(cache.get(), name));
  if (family == nullptr) {
    return tl::unexpected(Unknown{.reason = Reason::unsupported, .detail = what + ": not there"});
  }
  socket->genl_family = static_cast<int>(::genl_family_get_id(family.get()));
  return socket;
}

// Opening NETLINK_RDMA loads ib_core where it is not loaded (alias net-pf-16-proto-20): a probe
// must not change the host, so sysfs is asked first.
Read<Socket> connect_rdma() {
  if (const auto why = why_not_loaded(
          Files(), {"/sys/class/infiniband", "/sys/module/ib_core"},
          {.reason = Reason::not_found, .detail = "the RDMA core (ib_core) is not loaded"})) {
    return tl::unexpected(*why);
  }
  return connect(NETLINK_RDMA);
}

// Opening these two loads their modules as well. A kernel that has them built in does not show
// them, and is left alone too.
Read<Socket> connect_if_loaded(int protocol, const char* module) {
  const auto directory = std::string("/sys/module/") + module;
  if (const auto why =
          why_not_loaded(Files(), {directory},
                         {.reason = Reason::unsupported,
                          .detail = std::string(module) + " is not loaded as a module"})) {
    return tl::unexpected(*why);
  }
  return connect(protocol);
}

Read<Socket> connect(NetlinkFamily family) {
  switch (family) {
    case NetlinkFamily::route:
      return connect(NETLINK_ROUTE);
    case NetlinkFamily::rdma:
      return connect_rdma();
    case NetlinkFamily::ethtool:
      return connect_generic(ETHTOOL_GENL_NAME);
    case NetlinkFamily::devlink:
      return connect_generic(DEVLINK_GENL_NAME);
    case NetlinkFamily::netfilter:
      return connect_if_loaded(NETLINK_NETFILTER, "nf_tables");
    case NetlinkFamily::xfrm:
      return connect_if_loaded(NETLINK_XFRM, "xfrm_user");
  }
  return tl::unexpected(malformed("no such netlink family"));
}

Read<std::uint32_t> send(const Socket& socket, const NetlinkRequest& request) {
  const int flags = NLM_F_REQUEST | (request.dump ? NLM_F_DUMP : NLM_F_ACK);
  const int type = socket.genl_family != 0 ? socket.genl_family : request.type;
  const std::unique_ptr<nl_msg, FreeMessage> message(::nlmsg_alloc_simple(type, flags));
  if (message == nullptr) {
    return tl::unexpected(library_failure(NLE_NOMEM, "netlink request"));
  }
  std::string body;
  if (socket.genl_family != 0) {
    body = bytes_of(genlmsghdr{
        .cmd = static_cast<std::uint8_t>(request.type), .version = kGenericVersion, .reserved = 0});
  }
  body += request.payload;
  if (const int error = ::nlmsg_append(message.get(), body.data(), body.size(), NLMSG_ALIGNTO);
      error < 0) {
    return tl::unexpected(library_failure(error, "netlink request"));
  }
  ::nl_socket_disable_auto_ack(socket.handle.get());
  if (const int error = ::nl_send_auto(socket.handle.get(), message.get()); error < 0) {
    return tl::unexpected(library_failure(error, "netlink request"));
  }
  return ::nlmsg_hdr(message.get())->nlmsg_seq;
}

Read<ReplyReader::Progress> receive(const Socket& socket, ReplyReader& replies) {
  auto progress = Read<ReplyReader::Progress>(ReplyReader::Progress::more);
  while (progress && *progress == ReplyReader::Progress::more) {
    sockaddr_nl from{};
    unsigned char* raw = nullptr;
    const int size = ::nl_recv(socket.handle.get(), &from, &raw, nullptr);
    const std::unique_ptr<unsigned char, FreeBuffer> buffer(raw);
    if (size <= 0) {
      return tl::unexpected(library_failure(size < 0 ? size : NLE_FAILURE, "netlink reply"));
    }
    if (from.nl_pid != 0) {
      continue;  // not from the kernel
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters
    const auto* bytes = reinterpret_cast<const char*>(buffer.get());
    progress = replies.add({bytes, static_cast<std::size_t>(size)});
  }
  return progress;
}

class KernelNetlink final : public NetlinkTransport {
 public:
  Read<NetlinkReplies> transact(NetlinkFamily family, const NetlinkRequest& request) override {
    auto& slot = sockets_.at(static_cast<std::size_t>(family));
    if (!slot) {
      slot = std::make_unique<Read<Socket>>(connect(family));
    }
    if (!slot->has_value()) {
      return tl::unexpected(slot->error());
    }
    auto replies = exchange(**slot, request);
    if (!replies) {
      // What remains of a refused or broken dump would arrive with the next answer.
      slot.reset();
    }
    return replies;
  }

 private:
  static Read<NetlinkReplies> exchange(const Socket& socket, const NetlinkRequest& request) {
    for (int attempt = 0; attempt < kDumpAttempts; ++attempt) {
      const auto sequence = send(socket, request);
      if (!sequence) {
        return tl::unexpected(sequence.error());
      }
      ReplyReader replies(*sequence, socket.genl_family != 0 ? sizeof(genlmsghdr) : 0);
      const auto progress = receive(socket, replies);
      if (!progress) {
        return tl::unexpected(progress.error());
      }
      if (*progress == ReplyReader::Progress::complete) {
        return replies.take();
      }
    }
    return tl::unexpected(Unknown{.reason = Reason::io_error,
                                  .detail = "the table kept changing while it was dumped"});
  }

  std::array<std::unique_ptr<Read<Socket>>, kNetlinkFamilies> sockets_;
};

}  // namespace

std::unique_ptr<NetlinkTransport> make_kernel_netlink() {
  return std::make_unique<KernelNetlink>();
}

}  // namespace rocelint
