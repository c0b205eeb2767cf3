// SPDX-License-Identifier: Apache-2.0
#include "os/verbs/verbs.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <sys/types.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/facts/fact.h"

#include "facts/unknown.h"
#include "os/read.h"

// verbs.h turns the exported functions' names into macros.
#undef ibv_query_port

namespace rocelint {

namespace {

constexpr const char* kLibrary = "libibverbs.so.1";
constexpr std::size_t kMaxGids = 1 << 16;

struct CloseLibrary {
  void operator()(void* handle) const { ::dlclose(handle); }
};
using Library = std::unique_ptr<void, CloseLibrary>;

// The functions of libibverbs.so.1 that are called, by the version that stands since rdma-core 1.
struct Functions {
  decltype(&::ibv_get_device_list) get_device_list = nullptr;
  decltype(&::ibv_free_device_list) free_device_list = nullptr;
  decltype(&::ibv_get_device_name) get_device_name = nullptr;
  decltype(&::ibv_open_device) open_device = nullptr;
  decltype(&::ibv_close_device) close_device = nullptr;
  decltype(&::ibv_query_port) query_port = nullptr;
  decltype(&::_ibv_query_gid_table) query_gid_table = nullptr;  // rdma-core 32
  decltype(&::ibv_alloc_pd) alloc_pd = nullptr;
  decltype(&::ibv_dealloc_pd) dealloc_pd = nullptr;
  decltype(&::ibv_reg_dmabuf_mr) reg_dmabuf_mr = nullptr;  // rdma-core 34
  decltype(&::ibv_dereg_mr) dereg_mr = nullptr;
};

template <class F>
bool find_function(void* library, const char* name, const char* version, F& function) {
  // POSIX has dlsym() return functions through an object pointer.
  function = reinterpret_cast<F>(  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
      ::dlvsym(library, name, version));
  return function != nullptr;
}

Read<Functions> find_functions(void* library) {
  constexpr const char* kBase = "IBVERBS_1.1";
  Functions f;
  if (!find_function(library, "ibv_get_device_list", kBase, f.get_device_list) ||
      !find_function(library, "ibv_free_device_list", kBase, f.free_device_list) ||
      !find_function(library, "ibv_get_device_name", kBase, f.get_device_name) ||
      !find_function(library, "ibv_open_device", kBase, f.open_device) ||
      !find_function(library, "ibv_close_device", kBase, f.close_device) ||
      !find_function(library, "ibv_query_port", kBase, f.query_port) ||
      !find_function(library, "ibv_alloc_pd", kBase, f.alloc_pd) ||
      !find_function(library, "ibv_dealloc_pd", kBase, f.dealloc_pd) ||
      !find_function(library, "ibv_dereg_mr", kBase, f.dereg_mr)) {
    return tl::unexpected(unsupported(std::string(kLibrary) + " lacks a function of " + kBase));
  }
  (void)find_function(library, "_ibv_query_gid_table", "IBVERBS_1.11", f.query_gid_table);
  (void)find_function(library, "ibv_reg_dmabuf_mr", "IBVERBS_1.12", f.reg_dmabuf_mr);
  return f;
}

// struct ibv_port_attr grew by active_speed_ex in rdma-core 49: it holds the speeds that do not fit
// into active_speed (XDR). The library fills as much as the size it is given, so an older library
// leaves it 0.
struct PortAttributes {
  ibv_port_attr base;
  std::uint32_t active_speed_ex;
};

template <class Attributes>
std::uint32_t speed_of(const Attributes& attributes) {
  if constexpr (requires { attributes.base.active_speed_ex; }) {
    const std::uint32_t extended = attributes.base.active_speed_ex;
    return extended != 0 ? extended : attributes.base.active_speed;
  } else {
    const std::uint32_t extended = attributes.active_speed_ex;
    return extended != 0 ? extended : attributes.base.active_speed;
  }
}

class Context {
 public:
  Context(const Functions& functions, ibv_context* context)
      : functions_(&functions), context_(context) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  Context(Context&&) = delete;
  Context& operator=(Context&&) = delete;
  ~Context() {
    if (context_ != nullptr) {
      (void)functions_->close_device(context_);
    }
  }

  [[nodiscard]] bool is_open() const { return context_ != nullptr; }
  [[nodiscard]] Read<VerbsPort> port(std::uint8_t number) const;
  [[nodiscard]] Read<std::vector<VerbsGid>> gids(std::size_t slots) const;
  [[nodiscard]] Read<bool> dmabuf() const;

 private:
  [[nodiscard]] int query_port(std::uint8_t number, PortAttributes& attributes) const;

  const Functions* functions_;
  ibv_context* context_;
};

// What the inline ibv_query_port() of verbs.h does, without linking the library.
int Context::query_port(std::uint8_t number, PortAttributes& attributes) const {
  attributes = {};
  const verbs_context* extended = ::verbs_get_ctx(context_);
  if (extended != nullptr &&
      extended->sz >= sizeof(*extended) - offsetof(verbs_context, query_port) &&
      extended->query_port != nullptr) {
    return extended->query_port(context_, number, &attributes.base, sizeof attributes);
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as verbs.h itself does
  auto* old = reinterpret_cast<_compat_ibv_port_attr*>(&attributes.base);
  return functions_->query_port(context_, number, old);
}

Read<VerbsPort> Context::port(std::uint8_t number) const {
  PortAttributes attributes{};
  if (const int error = query_port(number, attributes); error != 0) {
    return tl::unexpected(unknown_from_errno(error < 0 ? errno : error, "ibv_query_port"));
  }
  const ibv_port_attr& base = attributes.base;
  return VerbsPort{.state = static_cast<std::uint32_t>(base.state),
                   .physical_state = base.phys_state,
                   .active_mtu = static_cast<std::uint32_t>(base.active_mtu),
                   .max_mtu = static_cast<std::uint32_t>(base.max_mtu),
                   .active_width = base.active_width,
                   .active_speed = speed_of(attributes),
                   .gid_table_length = base.gid_tbl_len,
                   .link_layer = base.link_layer};
}

Read<std::vector<VerbsGid>> Context::gids(std::size_t slots) const {
  if (functions_->query_gid_table == nullptr) {
    return tl::unexpected(
        unsupported(std::string(kLibrary) + " has no ibv_query_gid_table (rdma-core 32)"));
  }
  std::vector<ibv_gid_entry> entries(std::min(slots, kMaxGids));
  const ssize_t count = functions_->query_gid_table(context_, entries.data(), entries.size(), 0,
                                                    sizeof(ibv_gid_entry));
  if (count < 0) {
    return tl::unexpected(unknown_from_errno(static_cast<int>(-count), "ibv_query_gid_table"));
  }
  entries.resize(std::min(static_cast<std::size_t>(count), entries.size()));
  std::vector<VerbsGid> gids;
  gids.reserve(entries.size());
  for (const auto& entry : entries) {
    VerbsGid gid{.port = entry.port_num,
                 .index = entry.gid_index,
                 .type = entry.gid_type,
                 .netdev_ifindex = entry.ndev_ifindex};
    static_assert(sizeof gid.raw == sizeof entry.gid.raw);
    std::memcpy(gid.raw, entry.gid.raw, sizeof gid.raw);
    gids.push_back(gid);
  }
  return gids;
}

// Asks to register the memory behind a file that there is not, which changes nothing: a driver that
// knows the call looks for the file first. NCCL asks the same way.
Read<bool> Context::dmabuf() const {
  if (functions_->reg_dmabuf_mr == nullptr) {
    return tl::unexpected(
        unsupported(std::string(kLibrary) + " has no ibv_reg_dmabuf_mr (rdma-core 34)"));
  }
  ibv_pd* const domain = functions_->alloc_pd(context_);
  if (domain == nullptr) {
    return tl::unexpected(unknown_from_errno(errno, "ibv_alloc_pd"));
  }
  errno = 0;
  constexpr int kNoFile = -1;
  ibv_mr* const region = functions_->reg_dmabuf_mr(domain, 0, 0, 0, kNoFile, 0);
  const int error = errno;
  if (region != nullptr) {
    (void)functions_->dereg_mr(region);
  }
  (void)functions_->dealloc_pd(domain);
  if (error == EBADF) {
    return true;
  }
  if (error == EOPNOTSUPP || error == EPROTONOSUPPORT) {
    return false;
  }
  return tl::unexpected(unknown_from_errno(error, "ibv_reg_dmabuf_mr"));
}

// A node that may not be opened makes the library look for it elsewhere, and then say that there is
// none (open_cdev.c of rdma-core).
Unknown why_not_open(const ibv_device& device, int error) {
  const std::string node = std::string("/dev/infiniband/") + device.dev_name;
  if (::faccessat(AT_FDCWD, node.c_str(), R_OK | W_OK, AT_EACCESS) != 0 && errno != ENOENT) {
    return unknown_from_errno(errno, node);
  }
  return unknown_from_errno(error, "ibv_open_device");
}

class LibraryVerbs final : public Verbs {
 public:
  LibraryVerbs(Library library, const Functions& functions)
      : library_(std::move(library)), functions_(functions) {}
  LibraryVerbs(const LibraryVerbs&) = delete;
  LibraryVerbs& operator=(const LibraryVerbs&) = delete;
  LibraryVerbs(LibraryVerbs&&) = delete;
  LibraryVerbs& operator=(LibraryVerbs&&) = delete;
  ~LibraryVerbs() override {
    if (list_ != nullptr) {
      functions_.free_device_list(list_);
    }
  }

  Read<VerbsDevice> query(std::string_view device, std::uint32_t ports) override {
    // Each call of ibv_get_device_list reads every device anew: once is enough for a run.
    if (list_ == nullptr) {
      list_ = functions_.get_device_list(&count_);
    }
    if (list_ == nullptr) {
      return tl::unexpected(unknown_from_errno(errno, "ibv_get_device_list"));
    }
    ibv_device** const end = list_ + count_;
    ibv_device** const found = std::find_if(list_, end, [&](ibv_device* candidate) {
      const char* name = functions_.get_device_name(candidate);
      return name != nullptr && device == name;
    });
    if (found == end) {
      return tl::unexpected(
          not_found("libibverbs does not list the device: no uverbs "
                    "node, or no provider for its driver"));
    }
    errno = 0;
    const Context context(functions_, functions_.open_device(*found));
    if (!context.is_open()) {
      return tl::unexpected(why_not_open(**found, errno));
    }
    return query_context(context, ports);
  }

 private:
  static Read<VerbsDevice> query_context(const Context& context, std::uint32_t ports) {
    VerbsDevice device;
    std::size_t slots = 0;
    // A port number is 8 bits in the verbs API.
    for (std::uint32_t number = 1; number <= std::min(ports, std::uint32_t{UINT8_MAX}); ++number) {
      const auto port = context.port(static_cast<std::uint8_t>(number));
      if (!port) {
        return tl::unexpected(port.error());
      }
      slots += static_cast<std::size_t>(std::max<std::int64_t>(port->gid_table_length, 0));
      device.ports.push_back(*port);
    }
    device.gids = context.gids(slots);
    device.dmabuf = context.dmabuf();
    return device;
  }

  Library library_;
  Functions functions_;
  ibv_device** list_ = nullptr;
  int count_ = 0;
};

}  // namespace

Read<std::unique_ptr<Verbs>> open_verbs() {
  Library library(::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL));
  if (library == nullptr) {
    const char* why = ::dlerror();  // NOLINT(concurrency-mt-unsafe): a worker has one thread
    return tl::unexpected(not_found(why != nullptr ? std::string(why) : kLibrary));
  }
  auto functions = find_functions(library.get());
  if (!functions) {
    return tl::unexpected(functions.error());
  }
  return std::make_unique<LibraryVerbs>(std::move(library), *functions);
}

}  // namespace rocelint
