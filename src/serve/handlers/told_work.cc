#include "serve/handlers/told_work.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/interruption.h"
#include "report/text/format.h"
#include "serve/http/problem.h"

namespace textkin::serve {
namespace {

constexpr std::size_t kPieceOfAnswer = 1u << 20;  // bytes

// What the thread that works says, until the one of the connection takes it. A line that nobody has taken gives way to
// the next one.
class Said final : public Progress {
 public:
  void update(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
    std::string line = "{\"stage\":";
    report::append_json(stage, line);
    line += fmt::format(R"(,"done":{},"total":{}}})"
                        "\n",
                        done, total);
    say(std::move(line));
  }
  void note(std::string_view) override {}
  void warn(std::string_view) override {}

  void end(const Result<std::string>& answer) {
    std::string line;
    if (answer.ok()) {
      line = "{\"answer\":";
      report::append_json(*answer, line);
    } else {
      line = "{\"problem\":" + problem(answer.status()).body;
      line.pop_back();  // a line feed
    }
    line += "}\n";
    {
      const std::lock_guard lock(mutex_);
      last_ = std::move(line);
    }
    say({});
  }

  void give(Pieces::Given given) {
    std::optional<std::string> piece;
    {
      const std::lock_guard lock(mutex_);
      piece = take();
      if (!piece) waiting_ = std::move(given);
    }
    if (piece) given(std::move(*piece));
  }

  base::Interruption nobody_waits = false;

 private:
  void say(std::string line) {
    Pieces::Given given;
    std::optional<std::string> piece;
    {
      const std::lock_guard lock(mutex_);
      if (!line.empty()) line_ = std::move(line);
      if (waiting_ == nullptr) return;
      piece = take();
      if (piece) given = std::exchange(waiting_, nullptr);
    }
    if (piece) given(std::move(*piece));
  }

  // Nothing: there is none yet; an empty one: there is no more.
  std::optional<std::string> take() {
    if (!line_.empty()) return std::exchange(line_, {});
    if (!last_) return std::nullopt;
    std::string piece = last_->substr(sent_, kPieceOfAnswer);
    sent_ += piece.size();
    return piece;
  }

  std::mutex mutex_;  // guards what follows
  std::string line_;
  std::optional<std::string> last_;
  std::size_t sent_ = 0;
  Pieces::Given waiting_;
};

// Goes when all was sent, or when the connection has ended.
class SaidPieces final : public Pieces {
 public:
  explicit SaidPieces(std::shared_ptr<Said> said) : said_(std::move(said)) {}
  ~SaidPieces() override { said_->nobody_waits = true; }
  SaidPieces(const SaidPieces&) = delete;
  SaidPieces& operator=(const SaidPieces&) = delete;

  bool is_work() const override { return true; }
  void give(Given given) override { said_->give(std::move(given)); }
  Status next(std::string& /*out*/) override { return Status(Code::kIo, "work gives its pieces by itself"); }

 private:
  std::shared_ptr<Said> said_;
};

}  // namespace

void tell_work(Response head, const Handler::Respond& respond,
               const std::function<Result<std::string>(Progress& progress)>& work) {
  const auto said = std::make_shared<Said>();
  head.type = kLines;
  head.pieces = std::make_shared<SaidPieces>(said);
  respond(std::move(head));
  const base::InterruptionScope scope(&said->nobody_waits);
  said->end(work(*said));
}

}  // namespace textkin::serve
