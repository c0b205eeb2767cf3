// SPDX-License-Identifier: Apache-2.0
#include "base/file_descriptor.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace rocelint {
namespace {

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

FileDescriptor open_null() {
  return FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

TEST(FileDescriptor, ClosesAtItsEndOnce) {
  int number = -1;
  {
    FileDescriptor first = open_null();
    number = first.get();
    const FileDescriptor second = std::move(first);
    EXPECT_FALSE(first.is_open());  // NOLINT(bugprone-use-after-move): that is the question
    EXPECT_EQ(second.get(), number);
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(FileDescriptor, ClosesWhatItHeldWhenItTakesAnother) {
  FileDescriptor fd = open_null();
  const int before = fd.get();
  FileDescriptor other = open_null();
  fd = std::move(other);
  EXPECT_FALSE(is_open(before));
  EXPECT_TRUE(is_open(fd.get()));
}

TEST(FileDescriptor, SaysHowClosingWent) {
  FileDescriptor fd = open_null();
  EXPECT_EQ(fd.close(), 0);
  EXPECT_EQ(fd.close(), 0) << "it holds none";
  EXPECT_EQ(FileDescriptor(1'000'000).close(), EBADF);
}

TEST(FileDescriptor, HandsOver) {
  FileDescriptor fd = open_null();
  const FileDescriptor owner(fd.release());
  EXPECT_FALSE(fd.is_open());
  EXPECT_TRUE(is_open(owner.get()));
}

}  // namespace
}  // namespace rocelint
