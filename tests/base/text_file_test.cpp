// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/pipe.h"

namespace rocelint {
namespace {

using test::Pipe;
using testing::HasSubstr;

class TextFileTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ =
        std::filesystem::path(testing::TempDir()) / ("text_file_" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] std::string path(const std::string& name) const { return directory_ / name; }

 private:
  std::filesystem::path directory_;
};

TEST_F(TextFileTest, ReadsEveryByte) {
  const std::string bytes("a\0b\n\xff", 5);
  std::ofstream(path("f"), std::ios::binary) << bytes;
  const auto read = read_text_file(path("f"), 5);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, bytes);
}

TEST_F(TextFileTest, RefusesOneByteTooMany) {
  std::ofstream(path("f")) << "123456";
  const auto read = read_text_file(path("f"), 5);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().file, path("f"));
  EXPECT_THAT(read.error().text, HasSubstr("larger than 5 bytes"));
}

TEST_F(TextFileTest, RefusesWhatIsNoRegularFile) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  const auto fifo = read_text_file(path("fifo"), 5);
  ASSERT_FALSE(fifo);
  EXPECT_THAT(fifo.error().text, HasSubstr("not a regular file"));
  EXPECT_FALSE(read_text_file(path(""), 5));
}

TEST(TextPipe, IsReadToItsEnd) {
  Pipe pipe;
  pipe.write("12345");
  pipe.end();
  const auto read = read_input(pipe.path(), 5, std::chrono::seconds(0));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, "12345");
}

TEST(TextPipe, MayBeSlow) {
  Pipe pipe;
  std::thread writer([&] {
    for (const auto* part : {"a", "b"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      pipe.write(part);
    }
    pipe.end();
  });
  const auto read = read_input(pipe.path(), 5, std::chrono::minutes(1));
  writer.join();
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, "ab");
}

TEST(TextPipe, ThatDoesNotEndIsAnError) {
  const Pipe pipe;
  pipe.write("12345");
  const auto read = read_input(pipe.path(), 5, std::chrono::seconds(0));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().text,
            "can't be read: waited 0 s for its end; what takes longer has to go through a file");
}

TEST(TextPipe, OfTooManyBytesIsAnErrorBeforeItEnds) {
  const Pipe pipe;
  pipe.write("123456");
  const auto read = read_input(pipe.path(), 5, std::chrono::minutes(1));
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().text, HasSubstr("larger than 5 bytes"));
}

TEST_F(TextFileTest, AFifoThatNobodyWritesToIsNotWaitedForForEver) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  const auto read = read_input(path("fifo"), 5, std::chrono::seconds(0));
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().text, HasSubstr("waited 0 s for somebody to write to it"));
}

// By its path a socket can't be opened (ENXIO), and services give one as standard input.
TEST(StandardInput, IsReadByAnyOfItsNamesWhateverItIs) {
  for (const auto* name : {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    EXPECT_EQ(::write(ends[1], "12345", 5), 5);
    const int saved = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    const auto unended = read_input(name, 5, std::chrono::seconds(0));
    EXPECT_EQ(::write(ends[1], "67890", 5), 5);
    ::close(ends[1]);
    const auto read = read_input(name, 5, std::chrono::seconds(0));
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    ::close(ends[0]);
    EXPECT_TRUE(is_standard_input(name));
    ASSERT_FALSE(unended) << name;
    EXPECT_THAT(unended.error().text, HasSubstr("waited 0 s for its end")) << name;
    ASSERT_TRUE(read) << name << to_string(read.error());
    EXPECT_EQ(*read, "67890") << name;
  }
  EXPECT_FALSE(is_standard_input("stdin"));
  EXPECT_FALSE(is_standard_input(""));
}

TEST_F(TextFileTest, WhatIsNeitherAFileNorAPipeIsNotOpened) {
  for (const auto& name : {path(""), std::string("/dev/zero"), path("missing")}) {
    EXPECT_FALSE(read_input(name, 5, std::chrono::minutes(1))) << name;
  }
}

TEST_F(TextFileTest, NamesWhatIsNotThere) {
  const auto read = read_text_file(path("missing"), 5);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().text, HasSubstr("No such file"));
}

}  // namespace
}  // namespace rocelint
