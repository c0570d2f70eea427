// textkin index add: documents into an index, in batches that are each all or nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "archive/archive_writer.h"
#include "engine/run/read_options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/status.h"
#include "textkin/words.h"

namespace textkin::engine::index {

inline constexpr Words<archive::OnSameId, 3> kOnSameIdWords{{{"replace", archive::OnSameId::kReplace},
                                                             {"keep", archive::OnSameId::kKeep},
                                                             {"refuse", archive::OnSameId::kRefuse}}};

struct AddOptions {
  std::string folder;
  archive::OnSameId on_same_id = archive::OnSameId::kReplace;
  std::vector<std::string> checkpoints;  // NAME=VALUE; with the last batch
  std::string added_at;                  // when they count as added (added_at.h); empty: now
  // A document with a new id is left out where one of at least this similarity is there, or came before it; none:
  // never. One step: nobody else writes meanwhile, so of twins that arrive together one is new.
  std::optional<double> unless_similar;
  std::string results;          // a row a document: what became of it, and beside which one; empty: none
  std::string* rows = nullptr;  // the same, appended as lines of JSON; null: none
};

// What an add did. The same id and content as before change nothing.
struct AddCounts {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t kept = 0;  // of another text under their id, which stays
  std::uint64_t seen = 0;  // left out, because one like them is there
  std::uint64_t empty = 0;
  std::uint64_t problems = 0;
  std::uint64_t sequence = 0;   // behind the last batch
  std::uint64_t documents = 0;  // that the index then has
};

// In input order, so that of two documents with one id the later one counts, as if they came one after the other. The
// text options of `asked` are those of the index, whatever stands there. An error leaves the batches that were
// committed before it; the same add again goes on behind them.
Result<AddCounts> add(const run::ReadOptions& asked, const AddOptions& wanted, Progress& progress);

// What fills the memory is committed and the add goes on, or it is an error (kExhausted), since all is to be one batch.
enum class WhenFull : std::uint8_t { kCommit, kRefuse };

// The same into a writer that is open, which then has what is not committed yet in its batch, the checkpoints too. What
// `reading` may use is beside the writer's own memory. After an error a part of the documents is in the batch.
Result<AddCounts> add_to(archive::ArchiveWriter& writer, run::Reading reading, const AddOptions& wanted,
                         WhenFull when_full, Progress& progress);

}  // namespace textkin::engine::index
