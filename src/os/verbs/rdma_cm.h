// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "os/read.h"

namespace rocelint {

/// The RDMA port that rdma_cm takes for a local address: struct rdma_ucm_query_addr_resp.
struct CmBinding {
  std::uint64_t node_guid = 0;
  std::optional<std::uint32_t> device_index = {};  ///< since Linux 5.9
  std::uint8_t port = 0;
};

/// The seam to the kernel's rdma_cm, without librdmacm: all that is asked of it is to bind.
class RdmaCm {
 public:
  RdmaCm() = default;
  RdmaCm(const RdmaCm&) = delete;
  RdmaCm& operator=(const RdmaCm&) = delete;
  RdmaCm(RdmaCm&&) = delete;
  RdmaCm& operator=(RdmaCm&&) = delete;
  virtual ~RdmaCm() = default;

  /// Binds a new id to the address and a port of the kernel's choice, asks what it is bound to, and
  /// gives it back. Nothing is sent.
  [[nodiscard]] virtual Read<CmBinding> bind(const std::string& address) = 0;
};

/// /dev/infiniband/rdma_cm is opened at first use, and only if the module is loaded.
[[nodiscard]] std::unique_ptr<RdmaCm> make_kernel_rdma_cm();

}  // namespace rocelint
