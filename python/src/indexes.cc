#include "indexes.h"

#include <nanobind/stl/string.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "client/server_address.h"
#include "client/token.h"
#include "status_error.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace textkin::python {
namespace {

// Never destroyed: its files and threads are those of the process that this one was forked from.
template <class T>
void forget(std::shared_ptr<T>& held) {
  static_cast<void>(new std::shared_ptr<T>(std::move(held)));  // NOLINT(cppcoreguidelines-owning-memory)
}

}  // namespace

OpenIndex::OpenIndex(std::string folder, std::uint64_t memory) : folder_(std::move(folder)), process_(::getpid()) {
  Result<engine::index::OpenArchive> opened = [&] {
    const nb::gil_scoped_release released;
    return engine::index::open_to_hold(folder_, {.threads = 0, .memory = memory, .run_dir = {}});
  }();
  raise_if_failed(opened.status());
  archive_ = std::move(opened).value();
}

OpenIndex::~OpenIndex() {
  if (process_ != ::getpid()) forget(archive_);
}

std::uint64_t OpenIndex::sequence() const { return engine::index::sequence_of(*archive_); }

std::uint64_t OpenIndex::documents() const { return engine::index::documents_of(*archive_); }

bool OpenIndex::has(const std::string& id) const {
  const Result<bool> found = engine::index::has(*archive_, id);
  raise_if_failed(found.status());
  return *found;
}

namespace {

client::ServerPlace place_at(const std::string& typed, const std::string& token, unsigned timeout) {
  Result<client::ServerAddress> address = client::parse_server_address(typed);
  raise_if_failed(address.status());
  client::ClientOptions options{.token = token, .patience = std::chrono::seconds(timeout)};
  if (token.empty()) {
    Result<std::string> known = client::read_token("");
    raise_if_failed(known.status());
    options.token = *known;
  }
  if (!token.empty()) raise_if_failed(client::check_token(token, "token"));
  return {*std::move(address), std::move(options)};
}

}  // namespace

OpenServer::OpenServer(std::string address, std::string token, unsigned timeout, bool exists)
    : place_(new client::ServerPlace(place_at(address, token, timeout))), own_(place_at(address, token, timeout)) {
  if (!exists) return;
  const Result<report::IndexStats> stats = [&] {
    const nb::gil_scoped_release released;
    return own_.stats_now();
  }();
  raise_if_failed(stats.status());
  sequence_ = stats->sequence;
  documents_ = stats->documents;
}

bool OpenServer::has(const std::string& id) {
  const Result<bool> found = [&] {
    const nb::gil_scoped_release released;
    const std::lock_guard lock(mutex_);
    return own_.has(id);
  }();
  raise_if_failed(found.status());
  return *found;
}

IndexWriter::IndexWriter(const std::string& folder, std::uint64_t memory) : process_(::getpid()) {
  Result<std::unique_ptr<engine::index::WriteSession>> opened = [&] {
    const nb::gil_scoped_release released;
    return engine::index::WriteSession::open(folder, {.threads = 0, .memory = memory, .run_dir = {}});
  }();
  raise_if_failed(opened.status());
  session_ = std::move(opened).value();
}

void IndexWriter::let_go_after_fork() {
  if (process_ == ::getpid() || session_ == nullptr) return;
  session_->let_go_of_lock();
  forget(session_);
}

IndexWriter::~IndexWriter() { let_go_after_fork(); }

const std::shared_ptr<engine::index::WriteSession>& IndexWriter::session() const {
  if (session_ == nullptr) throw nb::value_error("this writer is closed; take another one");
  return session_;
}

std::uint64_t IndexWriter::commit() {
  const std::shared_ptr<engine::index::WriteSession> held = session();
  const Result<std::uint64_t> sequence = [&] {
    const nb::gil_scoped_release released;
    return held->commit();
  }();
  raise_if_failed(sequence.status());
  return *sequence;
}

void IndexWriter::finish() {
  const std::shared_ptr<engine::index::WriteSession> held = session();
  const Status status = [&] {
    const nb::gil_scoped_release released;
    Status finished = held->finish();
    held->tidy();
    return finished;
  }();
  raise_if_failed(status);
}

void IndexWriter::close() {
  let_go_after_fork();
  const nb::gil_scoped_release released;
  session_.reset();
}

engine::places::Held held_indexes(const nb::list& given) {
  engine::places::Held held;
  for (const nb::handle one : given) {
    const OpenIndex* reader = nullptr;
    const OpenServer* server = nullptr;
    if (nb::try_cast(one, server)) {
      held.server = server->place();
    } else if (nb::try_cast(one, reader)) {
      held.archives[reader->folder()] = reader->archive();
    } else {
      held.writer = nb::cast<const IndexWriter&>(one).session();
    }
  }
  return held;
}

void bind_indexes(nb::module_& module) {
  nb::class_<OpenIndex>(module, "OpenIndex", "One sequence of an index, for reading.")
      .def(nb::init<std::string, std::uint64_t>(), "folder"_a, "memory"_a = 0)
      .def_prop_ro("sequence", &OpenIndex::sequence)
      .def_prop_ro("documents", &OpenIndex::documents)
      .def("has", &OpenIndex::has, "id"_a, "Whether a document has that id.");
  nb::class_<OpenServer>(module, "OpenServer", "An index behind a server, as it was when this was made.")
      .def(nb::init<std::string, std::string, unsigned, bool>(), "address"_a, "token"_a = "", "timeout"_a = 300,
           "exists"_a = true)
      .def_prop_ro("sequence", &OpenServer::sequence)
      .def_prop_ro("documents", &OpenServer::documents)
      .def("has", &OpenServer::has, "id"_a, "Whether a document has that id.");
  nb::class_<IndexWriter>(module, "IndexWriter", "Changes of an index that are committed together.")
      .def(nb::init<const std::string&, std::uint64_t>(), "folder"_a, "memory"_a = 0)
      .def("commit", &IndexWriter::commit, "All of them; the sequence of the index then.")
      .def("finish", &IndexWriter::finish, "What was committed is in files that are checked.")
      .def("close", &IndexWriter::close, "What is not committed is gone.");
}

}  // namespace textkin::python
