#include "run.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/many_values.h"
#include "cli/usage_error.h"
#include "engine/run/process.h"
#include "engine/write/file_results.h"
#include "engine/write/memory_results.h"
#include "indexes.h"
#include "rows.h"
#include "status_error.h"

namespace nb = nanobind;

namespace textkin::python {
namespace {

constexpr auto kLook = std::chrono::milliseconds(50);

// What the engine's thread says, kept until the calling thread hands it on.
class Messages final : public Progress {
 public:
  struct Update {
    std::string stage;
    std::uint64_t done;
    std::uint64_t total;
  };
  struct Line {
    bool warning;
    std::string text;
  };

  void update(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
    const std::lock_guard lock(mutex_);
    latest_ = Update{std::string(stage), done, total};
  }
  void note(std::string_view line) override { add(false, line); }
  void warn(std::string_view line) override { add(true, line); }

  // The latest update again and again: a stage may take long between two, and the caller may want to end it.
  std::pair<std::optional<Update>, std::vector<Line>> take() {
    const std::lock_guard lock(mutex_);
    return {latest_, std::exchange(lines_, {})};
  }

 private:
  void add(bool warning, std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back({warning, std::string(line)});
  }

  std::mutex mutex_;
  std::optional<Update> latest_;
  std::vector<Line> lines_;
};

void hand_on(Messages& messages, nb::handle to) {
  auto [update, lines] = messages.take();
  if (to.is_none()) return;
  for (const Messages::Line& line : lines) to.attr(line.warning ? "warn" : "note")(line.text);
  if (update) to.attr("update")(update->stage, update->done, update->total);
}

// The engine runs once at a time: its threads and its flag of interruption are the process's.
class Turn {
 public:
  // Whether it came within the time. Once taken, it is given back by the destructor.
  bool take(std::chrono::milliseconds wait) {
    std::unique_lock lock(state().mutex);
    mine_ = state().free.wait_for(lock, wait, [] { return !state().taken; });
    state().taken = state().taken || mine_;
    return mine_;
  }
  ~Turn() {
    if (!mine_) return;
    const std::lock_guard lock(state().mutex);
    state().taken = false;
    state().free.notify_one();
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable free;
    bool taken = false;
  };
  static State& state() {
    static State* const state = new State;  // threads that wait may outlive static objects
    return *state;
  }
  bool mine_ = false;
};

// What a run is given besides its words.
struct Given {
  cli::MemorySources sources;
  engine::write::Results& results;
  std::uint64_t used;
  std::string program;
  engine::places::Held held;
};

Status run_engine(cli::Commands& commands, const Given& given, Progress& progress) {
  try {
    return commands.run_in_memory(given.sources, given.results, given.used, given.program, given.held, progress)
        .status();
  } catch (const std::bad_alloc&) {
    return Status(Code::kExhausted, "the system has no more memory; give the run a smaller memory limit");
  } catch (const std::exception& error) {
    return Status(Code::kIo, std::string("the system refused: ") + error.what());
  }
}

// One run in a thread of its own.
class Engine {
 public:
  Engine(cli::Commands& commands, const Given& given, Progress& progress)
      : thread_([this, &commands, &given, &progress] {
          Status status = run_engine(commands, given, progress);
          const std::lock_guard lock(mutex_);
          status_ = std::move(status);
          done_.notify_one();
        }) {}

  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return done_.wait_for(lock, time, [this] { return status_.has_value(); });
  }
  Status join() {
    thread_.join();
    return *status_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  std::optional<Status> status_;
  std::thread thread_;  // the last, since it uses the others
};

void look_for_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

template <class Wait>
bool without_lock(Wait wait) {
  const nb::gil_scoped_release released;
  return wait();
}

// Runs to the end, or until a signal or the caller's progress raises.
Status run_watched(cli::Commands& commands, const Given& given, nb::handle progress) {
  Turn turn;
  while (!without_lock([&] { return turn.take(kLook); })) look_for_signals();
  engine::run::forget_interrupt();
  Messages messages;
  Engine engine(commands, given, messages);
  std::exception_ptr raised;
  while (!without_lock([&] { return engine.wait(kLook); })) {
    if (raised != nullptr) continue;
    try {
      look_for_signals();
      hand_on(messages, progress);
    } catch (...) {
      raised = std::current_exception();
      engine::run::request_interrupt();
    }
  }
  const Status status = engine.join();
  engine::run::forget_interrupt();
  if (raised != nullptr) std::rethrow_exception(raised);
  hand_on(messages, progress);
  return status;
}

cli::MemorySources memory_sources(const nb::dict& given) {
  cli::MemorySources sources;
  // Shared with the caller's objects, which outlive the run.
  for (const auto [argument, parts] : given) {
    std::vector<cli::NamedSource>& there = sources[nb::cast<std::string>(argument)];
    for (const nb::handle part : nb::cast<nb::list>(parts)) {
      auto [name, rows] = nb::cast<std::pair<std::string, const Rows*>>(part);
      there.push_back({std::move(name), std::shared_ptr<const MemorySource>(rows, [](const MemorySource*) {})});
    }
  }
  return sources;
}

// The words of a command line, understood.
class Parsed {
 public:
  explicit Parsed(const std::vector<std::string>& words) : commands_(app_) {
    app_.require_subcommand(1);
    try {
      std::vector<std::string> typed = cli::with_many_values(app_, words);
      std::ranges::reverse(typed);  // as CLI11 takes a list
      app_.parse(std::move(typed));
    } catch (const CLI::ParseError& error) {
      raise_if_failed(Status(Code::kInvalidArgument, cli::explain(app_, error)));
    }
  }
  cli::Commands& commands() { return commands_; }

 private:
  CLI::App app_{"", "textkin"};
  cli::Commands commands_;
};

}  // namespace

nb::tuple inputs(const std::vector<std::string>& words) {
  Parsed parsed(words);
  const auto [named, against] = parsed.commands().inputs();
  return nb::make_tuple(named, against, parsed.commands().index_folder());
}

std::unique_ptr<engine::write::MemoryResult> run(const std::vector<std::string>& words, const nb::dict& given,
                                                 nb::object progress, const std::string& program, bool in_memory,
                                                 std::uint64_t used, const nb::list& held) {
  Parsed parsed(words);
  auto answer = std::make_unique<engine::write::MemoryResult>();
  engine::write::MemoryResults memory(*answer);
  engine::write::FileResults files;
  engine::write::Results& results = in_memory ? static_cast<engine::write::Results&>(memory) : files;
  const Given all{memory_sources(given), results, used, program, held_indexes(held)};
  raise_if_failed(run_watched(parsed.commands(), all, progress));
  return answer;
}

}  // namespace textkin::python
