#include "run.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <CLI/CLI.hpp>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/many_values.h"
#include "cli/usage_error.h"
#include "engine/run/interruption.h"
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

// How many runs are on their way, for a fork: their threads, and what these have locked, are not in the child.
std::atomic<int> g_running{0};
bool g_forked_while_running = false;  // of this process, set before it does anything else

class Running {
 public:
  Running() {
    static const int kWatched = ::pthread_atfork(
        nullptr, nullptr, [] { g_forked_while_running = g_running.load() > 0 || g_forked_while_running; });
    if (kWatched != 0) throw std::runtime_error("the system has no memory for a handler of fork()");
    if (g_forked_while_running)
      throw std::runtime_error(
          "this process was forked while textkin was at work in another thread, whose locks would never be opened "
          "here; "
          "make it by spawn or forkserver, or when no run is on its way");
    g_running.fetch_add(1);
  }
  ~Running() { g_running.fetch_sub(1); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
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
          const engine::run::InterruptionScope scope(&interrupted_);
          Status status = run_engine(commands, given, progress);
          const std::lock_guard lock(mutex_);
          status_ = std::move(status);
          done_.notify_one();
        }) {}

  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return done_.wait_for(lock, time, [this] { return status_.has_value(); });
  }
  void interrupt() { interrupted_ = true; }
  Status join() {
    thread_.join();
    return *status_;
  }

 private:
  engine::run::Interruption interrupted_{false};
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
  const Running running;
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
      engine.interrupt();
    }
  }
  const Status status = engine.join();
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
  explicit Parsed(const std::vector<std::string>& words) : commands_(app_, words) {
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
  const CLI::App& command() const {
    const CLI::App* found = &app_;
    while (!found->get_subcommands().empty()) found = found->get_subcommands().front();
    return *found;
  }

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

std::map<std::string, std::vector<std::string>> given(const std::vector<std::string>& words) {
  const Parsed parsed(words);
  std::map<std::string, std::vector<std::string>> found;
  for (const CLI::Option* option : parsed.command().get_options()) {
    const bool is_flag = option->get_items_expected_max() == 0;
    if (option->count() > 0 && (!is_flag || option->as<bool>())) found[option->get_single_name()] = option->results();
  }
  return found;
}

nb::tuple signature_files(const std::vector<std::string>& words) {
  Parsed parsed(words);
  return nb::make_tuple(parsed.commands().signature_files(), parsed.commands().reads_by_name());
}

std::unique_ptr<engine::write::MemoryResult> run(const std::vector<std::string>& words, const nb::dict& given,
                                                 nb::object progress, const std::string& program, bool in_memory,
                                                 std::uint64_t used, const nb::list& held,
                                                 const std::map<std::string, std::string>& in_place) {
  Parsed parsed(words);
  parsed.commands().put_in_place(in_place);
  auto answer = std::make_unique<engine::write::MemoryResult>();
  engine::write::MemoryResults memory(*answer);
  engine::write::FileResults files;
  engine::write::Results& results = in_memory ? static_cast<engine::write::Results&>(memory) : files;
  const Given all{memory_sources(given), results, used, program, held_indexes(held)};
  raise_if_failed(run_watched(parsed.commands(), all, progress));
  return answer;
}

}  // namespace textkin::python
