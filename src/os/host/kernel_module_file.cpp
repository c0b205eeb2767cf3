// SPDX-License-Identifier: Apache-2.0
#include "os/host/kernel_module_file.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <elf.h>
#include <tl/expected.hpp>

#include "os/lines.h"
#include "os/netlink/attributes.h"
#include "os/read.h"

namespace rocelint {
namespace {

constexpr std::size_t kMostSections = 4096;
constexpr std::size_t kMostNameBytes = std::size_t{1} << 16U;
constexpr std::size_t kMostInfoBytes = std::size_t{1} << 18U;

bool is_known_elf(const Elf64_Ehdr& header) {
  return std::string_view(reinterpret_cast<const char*>(  // NOLINT(*-reinterpret-cast): bytes
                              &header.e_ident[0]),
                          SELFMAG) == ELFMAG &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
         header.e_shentsize == sizeof(Elf64_Shdr);
}

Read<std::string> read_section(const ReadPart& read, const Elf64_Shdr& section, std::size_t most) {
  if (section.sh_size > most) {
    return tl::unexpected(malformed("a section has " + std::to_string(section.sh_size) + " bytes"));
  }
  auto bytes = read(section.sh_offset, static_cast<std::size_t>(section.sh_size));
  if (bytes && bytes->size() != section.sh_size) {
    return tl::unexpected(malformed("a section is cut short"));
  }
  return bytes;
}

std::optional<Elf64_Shdr> section_at(std::string_view table, std::size_t index) {
  const std::size_t offset = index * sizeof(Elf64_Shdr);
  return value_at_start<Elf64_Shdr>(table.substr(std::min(offset, table.size())));
}

Read<Elf64_Shdr> find_info(std::string_view table, std::string_view names) {
  for (std::size_t i = 0; i < table.size() / sizeof(Elf64_Shdr); ++i) {
    const auto section = section_at(table, i);
    const auto name = names.substr(std::min<std::size_t>(section->sh_name, names.size()));
    if (name.substr(0, name.find('\0')) == ".modinfo") {
      return *section;
    }
  }
  return tl::unexpected(malformed("a module without .modinfo"));
}

}  // namespace

Read<ModuleInfo> read_module_info(const ReadPart& read) {
  const auto head = read(0, sizeof(Elf64_Ehdr));
  if (!head) {
    return tl::unexpected(head.error());
  }
  const auto header = value_at_start<Elf64_Ehdr>(*head);
  if (!header || !is_known_elf(*header) || header->e_shnum > kMostSections) {
    return tl::unexpected(malformed("no ELF object of 64 bits"));
  }
  const auto table = read(header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr));
  if (!table) {
    return tl::unexpected(table.error());
  }
  const auto names_section = section_at(*table, header->e_shstrndx);
  if (!names_section) {
    return tl::unexpected(malformed("an ELF object without names of sections"));
  }
  const auto names = read_section(read, *names_section, kMostNameBytes);
  const auto section = names ? find_info(*table, *names) : tl::unexpected(names.error());
  const auto bytes = section ? read_section(read, *section, kMostInfoBytes)
                             : Read<std::string>(tl::unexpected(section.error()));
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  ModuleInfo info;
  for (const auto entry : parts_of(*bytes, std::string_view("\0", 1))) {
    if (const auto equals = entry.find('='); equals != std::string_view::npos) {
      info.emplace(entry.substr(0, equals), entry.substr(equals + 1));
    }
  }
  return info;
}

std::map<std::string, std::string, std::less<>> parse_modules_dep(std::string_view text) {
  std::map<std::string, std::string, std::less<>> paths;
  for (const auto line : lines_of(text)) {
    const auto path = line.substr(0, line.find(':'));
    auto file = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    const auto suffix = file.find(".ko");
    if (suffix == std::string_view::npos) {
      continue;
    }
    std::string name(file.substr(0, suffix));
    std::ranges::replace(name, '-', '_');
    paths.emplace(std::move(name), path);
  }
  return paths;
}

}  // namespace rocelint
