#include "serve/indexes/hosted_index.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace textkin::serve {
namespace {

using engine::index::OpenArchive;
using engine::index::WriteSession;

constexpr std::size_t kMostOfABatch = 256;                // changes
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
  TEXTKIN_ASSIGN_OR_RETURN(const OpenArchive opened, hosted->now());
  hosted->sequence_ = engine::index::sequence_of(*opened);
  if (options.read_only) return hosted;
  TEXTKIN_RETURN_IF_ERROR(hosted->open_writer());
  hosted->writer_ = std::thread([raw = hosted.get()] { raw->write_until_the_end(); });
  return hosted;
}

HostedIndex::~HostedIndex() {
  {
    const std::lock_guard lock(waiting_);
    ending_ = true;
  }
  come_.notify_all();
  if (writer_.joinable()) writer_.join();
}

Status HostedIndex::open_writer() {
  session_.reset();  // its lock too
  TEXTKIN_ASSIGN_OR_RETURN(
      session_, WriteSession::open(options_.folder, {.threads = 1, .memory = options_.memory / 2, .run_dir = {}}));
  return {};
}

bool HostedIndex::is_behind(const OpenArchive& archive) {
  if (options_.read_only) {
    const auto time = std::chrono::steady_clock::now();
    if (time - looked_ < kBetweenLooks) return false;
    looked_ = time;
    const std::int64_t before = std::exchange(latest_, latest_of(options_.folder));
    return before != latest_;
  }
  const std::lock_guard lock(waiting_);
  return engine::index::sequence_of(*archive) < sequence_;
}

Result<OpenArchive> HostedIndex::now() {
  const std::lock_guard lock(reading_);
  if (archive_ != nullptr && !is_behind(archive_)) return archive_;
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
      if (session_ != nullptr && !session_->finish().ok()) session_.reset();
      continue;
    }
    make(batch);
    in_order = false;
  }
  if (session_ != nullptr) static_cast<void>(session_->finish());
  session_.reset();
}

void HostedIndex::make(Batch& batch) {
  if (batch.size() > 1) {
    const Result<std::uint64_t> sequence = make_in_one_step(batch);
    if (sequence.ok()) {
      for (const std::unique_ptr<Change>& change : batch) change->done(sequence);
      return;
    }
  }
  for (const std::unique_ptr<Change>& change : batch) make_alone(*change);
}

Result<std::uint64_t> HostedIndex::make_in_one_step(Batch& batch) {
  if (session_ == nullptr) TEXTKIN_RETURN_IF_ERROR(open_writer());
  const Result<std::uint64_t> sequence = [&]() -> Result<std::uint64_t> {
    for (const std::unique_ptr<Change>& change : batch) TEXTKIN_RETURN_IF_ERROR(change->apply(*session_));
    return session_->commit();
  }();
  if (!sequence.ok()) {
    session_.reset();  // with what it holds of those that were not committed
    return sequence;
  }
  const std::lock_guard lock(waiting_);
  sequence_ = std::max(sequence_, *sequence);
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
