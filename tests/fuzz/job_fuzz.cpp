// SPDX-License-Identifier: Apache-2.0
#include "inputs/job_file.h"
#include "inputs/topology_file.h"
#include "os/host/process_limits.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = rocelint::fuzz::text_of(data, size);
  auto reading = rocelint::read_job_file(bytes, "job.env");
  rocelint::add_nccl_conf(reading.environment.settings, bytes, "/etc/nccl.conf");
  for (const auto& [name, setting] : rocelint::read_environ(bytes, "pid 1").settings) {
    reading.environment.settings.try_emplace(name, setting);
  }
  for (const auto& [name, setting] : reading.environment.settings) {
    rocelint::fuzz::require(rocelint::is_job_variable(name) && !setting.origin.empty());
  }
  rocelint::Snapshot snapshot;
  snapshot.job.settings = reading.environment.settings;
  snapshot.job.limits = rocelint::decode_process_limits(bytes);
  if (const auto count = rocelint::count_topology(bytes)) {
    rocelint::TopologyFile file;
    file.path = "/topology.xml";
    file.gpus = count->gpus;
    file.nics = count->nics;
    snapshot.job.topology_file = file;
  }
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
