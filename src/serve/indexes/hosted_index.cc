#include "serve/indexes/hosted_index.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace textkin::serve {
namespace {

using engine::index::OpenArchive;
using engine::index::WriteSession;

constexpr std::size_t kMostOfABatch = 256;  // changes
constexpr int kNiceness = 5;
constexpr std::chrono::seconds kQuiet{2};                 // behind which what was written is put in order
constexpr std::chrono::milliseconds kBetweenLooks{1000};  // of a reader for what other processes wrote

std::int64_t latest_of(const std::string& folder) {
  struct stat facts;
  if (::stat((folder + "/latest").c_str(), &facts) != 0) return 0;
  return facts.st_mtim.tv_sec * 1'000'000'000 + facts.st_mtim.tv_nsec;
}

}  // namespace

Result<std::unique_ptr<HostedIndex>> HostedIndex::open(const Options& options) {
  std::unique_ptr<HostedIndex> hosted(new HostedIndex(options));
  if (!options.read_only) TEXTKIN_RETURN_IF_ERROR(hosted->open_writer());
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive opened, hosted->now());
  hosted->sequence_ = engine::index::sequence_of(*opened);
  if (options.read_only) return hosted;
  hosted->remove_snapshots();
  hosted->writer_ = std::thread([raw = hosted.get()] { raw->write_until_the_end(); });
  return hosted;
}

void HostedIndex::end() {
  {
    const std::lock_guard lock(waiting_);
    ending_ = true;
  }
  come_.notify_all();
  if (writer_.joinable()) writer_.join();
}

// What was on its way to somebody when a server was killed.
void HostedIndex::remove_snapshots() {
  std::error_code error;
  std::vector<std::filesystem::path> left;
  for (std::filesystem::directory_iterator at(options_.folder, error), end; !error && at != end; at.increment(error))
    if (at->path().filename().string().starts_with(kSnapshot)) left.push_back(at->path());
  for (const std::filesystem::path& path : left) std::filesystem::remove_all(path, error);
}

Status HostedIndex::open_writer() {
  close_writer();
  TEXTKIN_ASSIGN_OR_RETURN(
      session_, WriteSession::open(options_.folder, {.threads = 1, .memory = options_.memory, .run_dir = {}}));
  TEXTKIN_ASSIGN_OR_RETURN(OpenArchive opened, session_->view());
  show(std::move(opened));
  return {};
}

// With its lock, and its files where no question has them any more; whoever asks meanwhile reads what is on the disk.
void HostedIndex::close_writer() {
  if (session_ == nullptr) return;
  show(nullptr);
  session_.reset();
}

void HostedIndex::show(OpenArchive archive) {
  {
    const std::lock_guard reading(reading_);
    archive_.swap(archive);
  }
  askers_.clear();  // they have the one of before
}

// Of a read-only one: whether somebody else wrote to it.
bool HostedIndex::is_behind() {
  if (archive_ == nullptr) return true;
  if (!options_.read_only) return false;
  const auto time = std::chrono::steady_clock::now();
  if (time - looked_ < kBetweenLooks) return false;
  looked_ = time;
  const std::int64_t before = std::exchange(latest_, latest_of(options_.folder));
  return before != latest_;
}

Result<OpenArchive> HostedIndex::now() {
  const std::lock_guard lock(reading_);
  if (!is_behind()) return archive_;
  TEXTKIN_ASSIGN_OR_RETURN(OpenArchive opened, engine::index::open_archive(options_.folder, options_.memory / 2, {}));
  archive_ = opened;
  return opened;
}

std::size_t HostedIndex::waiting() {
  const std::lock_guard lock(waiting_);
  return changes_.size();
}

std::uint64_t HostedIndex::acknowledged() {
  const std::lock_guard lock(waiting_);
  return sequence_;
}

bool HostedIndex::offer(std::unique_ptr<Change> change) {
  {
    const std::lock_guard lock(waiting_);
    if (ending_ || changes_.size() >= options_.most_waiting) return false;
    changes_.push_back(std::move(change));
  }
  come_.notify_one();
  return true;
}

// Of those that wait, in their order.
void HostedIndex::take_batch(Batch& batch) {
  while (!changes_.empty() && batch.size() < kMostOfABatch) {
    const bool alone = changes_.front()->alone();
    if (alone && !batch.empty()) return;
    batch.push_back(std::move(changes_.front()));
    changes_.pop_front();
    if (alone) return;
  }
}

void HostedIndex::write_until_the_end() {
  // Questions go first where processors are few: a batch takes some milliseconds, and somebody waits for an answer.
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kNiceness));  // of this thread; what cannot be is only slower
  bool in_order = true;
  while (true) {
    Batch batch;
    {
      std::unique_lock lock(waiting_);
      const auto something = [&] { return ending_ || !changes_.empty(); };
      if (in_order)
        come_.wait(lock, something);
      else
        come_.wait_for(lock, kQuiet, something);
      take_batch(batch);
      if (batch.empty() && ending_) break;
    }
    if (batch.empty()) {
      in_order = true;  // whether or not it could be: what was acknowledged is safe in any case
      put_in_order();
      continue;
    }
    make(batch);
    in_order = false;
  }
  put_in_order();
  close_writer();
}

void HostedIndex::put_in_order() {
  if (session_ == nullptr) return;
  Status status = session_->finish();
  if (status.ok()) status = tell_readers(acknowledged());  // it may have merged segments
  if (status.ok())
    session_->tidy();
  else
    close_writer();
}

// They would cost the others a second try.
void HostedIndex::drop_late(Batch& batch) {
  const auto late =
      std::stable_partition(batch.begin(), batch.end(), [](const auto& change) { return !change->is_late(); });
  for (auto change = late; change != batch.end(); ++change) (*change)->done(Status(Code::kInterrupted, "interrupted"));
  batch.erase(late, batch.end());
}

void HostedIndex::make(Batch& batch) {
  drop_late(batch);
  if (batch.size() > 1) {
    const Result<std::uint64_t> sequence = make_in_one_step(batch);
    if (sequence.ok()) {
      for (const std::unique_ptr<Change>& change : batch) change->done(sequence);
      return;
    }
  }
  for (const std::unique_ptr<Change>& change : batch) make_alone(*change);
}

// Before anybody is told of it.
Status HostedIndex::tell_readers(std::uint64_t sequence) {
  TEXTKIN_ASSIGN_OR_RETURN(OpenArchive opened, session_->view());
  show(std::move(opened));
  const std::lock_guard lock(waiting_);
  sequence_ = std::max(sequence_, sequence);
  return {};
}

Result<std::uint64_t> HostedIndex::make_in_one_step(Batch& batch) {
  if (session_ == nullptr || !session_->is_sound()) TEXTKIN_RETURN_IF_ERROR(open_writer());
  const Result<std::uint64_t> sequence = [&]() -> Result<std::uint64_t> {
    for (const std::unique_ptr<Change>& change : batch) TEXTKIN_RETURN_IF_ERROR(change->apply(*session_));
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t made, session_->commit());
    if (made > acknowledged() || batch.front()->alone()) TEXTKIN_RETURN_IF_ERROR(tell_readers(made));
    return made;
  }();
  // What it holds of those that were not committed goes; where that cannot be, all of it.
  if (!sequence.ok() && !session_->roll_back().ok()) close_writer();
  return sequence;
}

void HostedIndex::make_alone(Change& change) {
  Batch one;
  one.emplace_back(&change);
  const Result<std::uint64_t> sequence = make_in_one_step(one);
  static_cast<void>(one.front().release());
  change.done(sequence);
}

}  // namespace textkin::serve
