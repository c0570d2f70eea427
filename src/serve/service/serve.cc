#include "serve/service/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "engine/run/process.h"
#include "serve/service/service.h"

namespace textkin::serve {
namespace {

constexpr std::string_view kNameable =
    "its name cannot stand in an address, which takes letters, digits, '-', '_' and '.'";

struct Named {
  std::string name;
  std::string folder;
  bool is_of_shelf = false;
};

// "NAME=DIR", or "DIR" by its last part.
Result<Named> named(const std::string& typed) {
  const std::size_t equals = typed.find('=');
  if (equals != std::string::npos && is_index_name(typed.substr(0, equals)))
    return Named{.name = typed.substr(0, equals), .folder = typed.substr(equals + 1)};
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(typed, error).lexically_normal();
  if (error) return Status(Code::kIo, fmt::format("where {} is: {}", typed, error.message()));
  const std::string last = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  if (is_index_name(last)) return Named{.name = last, .folder = typed};
  return Status(Code::kInvalidArgument, fmt::format("{}: {}; name it, as NAME={}", typed, kNameable, typed));
}

constexpr std::size_t kLeastShares = 16;  // of the memory, where indexes may be made

Status open_one(const std::string& name, const HostedIndex::Options& options, ServedIndexes& hosted) {
  std::error_code error;
  for (const auto& [other, index] : hosted.all())
    if (std::filesystem::equivalent(index->folder(), options.folder, error))
      return Status(Code::kInvalidArgument,
                    fmt::format("{} is the folder of {}; serve it by one name", options.folder, index->folder()));
  TEXTKIN_ASSIGN_OR_RETURN(SharedIndex opened, HostedIndex::open(options));
  hosted.add(name, std::move(opened));
  return {};
}

// Those that were named, and those of the shelf.
Status host(const ServeOptions& wanted, const HostedIndex::Options& each, const Shelf& shelf, ServedIndexes& hosted,
            Progress& progress) {
  std::vector<Named> all;
  for (const std::string& typed : wanted.indexes) {
    TEXTKIN_ASSIGN_OR_RETURN(Named one, named(typed));
    all.push_back(std::move(one));
  }
  if (shelf.is_there()) {
    TEXTKIN_ASSIGN_OR_RETURN(const Shelf::Names names, shelf.names());
    for (const std::string& name : names.served)
      all.push_back({.name = name, .folder = shelf.path_of(name), .is_of_shelf = true});
    for (const std::string& name : names.others)
      progress.warn(fmt::format("{} is not served: {}; name it, as NAME={}", shelf.path_of(name), kNameable,
                                shelf.path_of(name)));
  }
  Status first_failure;
  const std::size_t shares = shelf.is_there() ? std::max(kLeastShares, all.size()) : all.size();
  for (const Named& one : all) {
    if (hosted.find(one.name) != nullptr)
      return Status(Code::kInvalidArgument,
                    fmt::format("two indexes are called {}; give one another name, as NAME={}", one.name, one.folder));
    HostedIndex::Options options = each;
    options.folder = one.folder;
    options.memory = each.memory / shares;
    Status opened = open_one(one.name, options, hosted);
    if (opened.ok()) continue;
    // One that is damaged, or has no room, must not end what others are asked.
    if (!one.is_of_shelf || opened.code() == Code::kInterrupted) return opened;
    progress.warn(fmt::format("{} is not served: {}", one.folder, opened.message()));
    hosted.add_broken(one.name);
    if (first_failure.ok()) first_failure = std::move(opened);
  }
  return hosted.size() == 0 ? first_failure : Status();
}

// Of the memory a third is the indexes', a third that of answers, and a sixth that of bodies.
constexpr std::uint64_t kPartOfIndexes = 3;
constexpr std::uint64_t kPartOfAnswers = 3;
constexpr std::uint64_t kPartOfBodies = 6;

// What goes together.
Status check(const ServeOptions& wanted, const ListenAddress& address, const Access& access) {
  if (!access.asks_for_tokens() && !address.is_local())
    return Status(Code::kInvalidArgument,
                  fmt::format("--listen {} is reached from elsewhere; say with --tokens FILE who may ask, or listen at "
                              "127.0.0.1",
                              wanted.listen));
  if (!(wanted.deadline > 0)) return Status(Code::kInvalidArgument, "--deadline is no number of seconds above 0");
  if (!std::isfinite(wanted.rate)) return Status(Code::kInvalidArgument, "--rate is no number of requests a second");
  if (wanted.rate > 0 && !access.asks_for_tokens())
    return Status(Code::kInvalidArgument, "--rate is of each token; say with --tokens FILE which there are");
  if (wanted.indexes.empty() && wanted.shelf.empty())
    return Status(Code::kInvalidArgument, "name the folder of an index, or with --indexes a folder of such");
  return {};
}

std::string described(const ServeOptions& wanted, const HttpLimits& http, const engine::run::Limits& limits,
                      const Access& access) {
  const std::string who = access.asks_for_tokens() ? "by tokens" : "without tokens";
  const std::string rate = wanted.rate > 0 ? fmt::format(", {} requests a second of each", wanted.rate) : "";
  return fmt::format(
      "{}{}, {}; bodies of {} bytes, {} connections, {} seconds a request, {} until it is answered, {} waiting, "
      "{} threads, {} MiB",
      who, rate, wanted.read_only ? "reading only" : "writing too", http.body, http.connections, http.seconds,
      wanted.deadline, wanted.most_waiting, limits.threads, limits.memory >> 20);
}

}  // namespace

Status serve(const ServeOptions& wanted, const engine::run::LimitOptions& asked, Progress& progress) {
  const engine::run::Limits limits = engine::run::settle(asked);
  TEXTKIN_ASSIGN_OR_RETURN(const ListenAddress address, parse_address(wanted.listen));
  ServiceOptions options{.access = {},
                         .threads = limits.threads,
                         .most_waiting = wanted.most_waiting,
                         .memory = limits.memory / kPartOfAnswers,
                         .beside = limits.memory - limits.memory / kPartOfAnswers,
                         .is_socket = address.is_socket(),
                         .logs = !wanted.quiet,
                         .deadline = wanted.deadline,
                         .rate = wanted.rate};
  if (!wanted.tokens.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(options.access, Access::read(wanted.tokens));
  }
  TEXTKIN_RETURN_IF_ERROR(check(wanted, address, options.access));
  const HostedIndex::Options each{.folder = {},
                                  .memory = limits.memory / kPartOfIndexes,
                                  .read_only = wanted.read_only,
                                  .most_waiting = wanted.most_waiting};
  Shelf shelf;
  if (!wanted.shelf.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(shelf, Shelf::open(wanted.shelf, each));
  }
  ServedIndexes indexes;
  TEXTKIN_RETURN_IF_ERROR(host(wanted, each, shelf, indexes, progress));
  std::vector<std::string> names;
  for (const auto& [name, index] : indexes.all()) names.push_back(name);
  HttpLimits http = wanted.http;
  http.bodies = std::max(http.body, limits.memory / kPartOfBodies);
  const std::string how = described(wanted, http, limits, options.access);
  Service service(indexes, shelf, std::move(options));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<HttpServer> server, HttpServer::open(address, http, service));
  if (engine::run::interrupted()) return Status(Code::kInterrupted, "interrupted");
  if (wanted.tries) {
    progress.note(fmt::format("{} could be served at {}, {}", fmt::join(names, ", "), address.text(), how));
    return {};
  }
  progress.note(fmt::format("serving {} at {}, {}", fmt::join(names, ", "), server->address().text(), how));
  if (!server->run()) engine::run::request_interrupt();  // nobody waits any longer for what is still on its way
  service.finish();
  indexes.clear();
  engine::run::forget_interrupt();
  return {};
}

}  // namespace textkin::serve
