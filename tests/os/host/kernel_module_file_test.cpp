// SPDX-License-Identifier: Apache-2.0
#include "os/host/kernel_module_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::Pair;

ReadPart part_of(const std::string& file) {
  return [file](std::uint64_t offset, std::size_t size) -> Read<std::string> {
    return file.substr(std::min<std::size_t>(offset, file.size()), size);
  };
}

/// An object of three sections: none, .modinfo and the names.
std::string object(std::string_view info) {
  const std::string names = std::string("\0.modinfo\0.shstrtab\0", 20);
  Elf64_Ehdr header{};
  std::copy_n(ELFMAG, SELFMAG, header.e_ident);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 2;
  header.e_shoff = sizeof header + info.size() + names.size();
  Elf64_Shdr modinfo{};
  modinfo.sh_name = 1;
  modinfo.sh_offset = sizeof header;
  modinfo.sh_size = info.size();
  Elf64_Shdr strings{};
  strings.sh_name = 10;
  strings.sh_offset = sizeof header + info.size();
  strings.sh_size = names.size();
  return bytes_of(header) + std::string(info) + names + bytes_of(Elf64_Shdr{}) + bytes_of(modinfo) +
         bytes_of(strings);
}

constexpr std::string_view kInfo{"version=24.10\0srcversion=AB12\0parm=a:b\0parm=c:d\0odd\0", 52};

TEST(ModuleFile, StatesKeysWithTheirFirstValue) {
  const auto info = read_module_info(part_of(object(kInfo)));
  ASSERT_TRUE(info) << info.error().detail;
  EXPECT_THAT(*info, ElementsAre(Pair("parm", "a:b"), Pair("srcversion", "AB12"),
                                 Pair("version", "24.10")));
}

TEST(ModuleFile, CutAnywhereIsMalformed) {
  const auto whole = object(kInfo);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto info = read_module_info(part_of(whole.substr(0, size)));
    ASSERT_FALSE(info) << size;
    EXPECT_EQ(info.error().reason, Reason::malformed);
  }
}

TEST(ModuleFile, RefusesOtherKindsOfFiles) {
  auto other = object(kInfo);
  other[EI_CLASS] = ELFCLASS32;
  EXPECT_FALSE(read_module_info(part_of(other)));
  EXPECT_FALSE(read_module_info(part_of("#!/bin/sh\n" + std::string(200, 'x'))));
  auto nameless = object(kInfo);
  nameless.replace(nameless.find(".modinfo"), 8, ".textual");
  EXPECT_FALSE(read_module_info(part_of(nameless)));
}

TEST(ModulesDep, NamesAPathByModule) {
  EXPECT_THAT(parse_modules_dep("kernel/net/ib-core.ko.xz: kernel/a.ko.xz\n"
                                "updates/dkms/mlx5_core.ko:\nkernel/mlx5_core.ko:\n\nnotes\n"),
              ElementsAre(Pair("ib_core", "kernel/net/ib-core.ko.xz"),
                          Pair("mlx5_core", "updates/dkms/mlx5_core.ko")));
}

}  // namespace
}  // namespace rocelint
