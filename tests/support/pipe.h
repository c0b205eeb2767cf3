// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <iterator>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace rocelint::test {

/// A pipe as a shell makes it for `<(command)`: a command that is started finds it by its path.
class Pipe {
 public:
  Pipe() {
    EXPECT_EQ(::pipe(ends_.data()), 0);
    constexpr int kRoomBytes = 1 << 20;  // for a whole snapshot, before anybody reads
    EXPECT_GE(::fcntl(ends_[1], F_SETPIPE_SZ, kRoomBytes), kRoomBytes);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  Pipe(Pipe&&) = delete;
  Pipe& operator=(Pipe&&) = delete;
  ~Pipe() {
    end();
    ::close(ends_[0]);
  }

  void write(std::string_view text) const {
    EXPECT_EQ(::write(ends_[1], text.data(), text.size()), std::ssize(text));
  }
  void end() {
    if (ends_[1] >= 0) {
      ::close(ends_[1]);
    }
    ends_[1] = -1;
  }
  [[nodiscard]] std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  std::array<int, 2> ends_{-1, -1};
};

}  // namespace rocelint::test
