#include "serve/handlers/told_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/parallel.h"

namespace textkin::serve {
namespace {

// What a connection does: asks for the next piece when the one before was taken.
struct Connection {
  std::shared_ptr<Pieces> pieces;
  std::string got;
  bool ended = false;

  void ask() {
    pieces->give([this](Result<std::string> piece) {
      if (piece->empty()) {
        ended = true;
        return;
      }
      got += *piece;
      ask();
    });
  }
  std::vector<nlohmann::json> lines() const {
    std::vector<nlohmann::json> found;
    for (std::size_t begin = 0; begin < got.size(); begin = got.find('\n', begin) + 1)
      found.push_back(nlohmann::json::parse(got.substr(begin, got.find('\n', begin) - begin)));
    return found;
  }
};

TEST(ToldWork, SaysHowFarItIsAndThenWhatItCameTo) {
  Connection connection;
  const std::string answer(3 << 20, '"');
  tell_work(
      {},
      [&](Response head) {
        EXPECT_EQ(head.type, kLines);
        connection.pieces = head.pieces;
        connection.ask();
      },
      [&](Progress& progress) -> Result<std::string> {
        progress.update("read", 1, 3);
        progress.update("read", 3, 3);
        progress.note("not told");
        return answer;
      });
  EXPECT_TRUE(connection.ended);
  const auto lines = connection.lines();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].dump(), R"({"done":1,"stage":"read","total":3})");
  EXPECT_EQ(lines[1]["done"], 3);
  EXPECT_EQ(lines[2]["answer"], answer);
}

TEST(ToldWork, WhoIsSlowHearsTheLatestAndWhatWentWrong) {
  Connection connection;
  tell_work(
      {}, [&](Response head) { connection.pieces = head.pieces; },
      [&](Progress& progress) -> Result<std::string> {
        for (std::uint64_t i = 0; i < 1000; ++i) progress.update("align", i, 1000);
        return Status(Code::kBadInput, "no words in it");
      });
  connection.ask();
  const auto lines = connection.lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["done"], 999);
  EXPECT_EQ(lines[1]["problem"]["status"], 400);
  EXPECT_EQ(lines[1]["problem"]["detail"], "no words in it");
}

TEST(ToldWork, EndsWhenNobodyWaitsForItAnyMore) {
  std::shared_ptr<Pieces> pieces;
  std::atomic<bool> begun = false;
  Status ended;
  std::thread worker([&] {
    tell_work(
        {}, [&](Response head) { pieces = std::move(head.pieces); },
        [&](Progress& progress) -> Result<std::string> {
          while (!base::interrupted()) {
            progress.update("read", 1, 2);
            begun = true;
          }
          ended = Status(Code::kInterrupted, "interrupted");
          return ended;
        });
    EXPECT_FALSE(base::interrupted()) << "the next work of this thread";
  });
  while (!begun) std::this_thread::yield();
  pieces.reset();
  worker.join();
  EXPECT_EQ(ended.code(), Code::kInterrupted);
}

}  // namespace
}  // namespace textkin::serve
