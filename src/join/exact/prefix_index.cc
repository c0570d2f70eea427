#include "join/exact/prefix_index.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/free_room.h"
#include "base/memory_records.h"
#include "base/parallel.h"
#include "join/exact/frequencies.h"
#include "join/exact/prefix_entries.h"
#include "join/sets/set_sizes.h"

namespace textkin::join {
namespace {

std::uint32_t record_of(const base::KeyValue& entry) { return static_cast<std::uint32_t>(entry.value >> 32); }
std::uint32_t position_of(const base::KeyValue& entry) { return static_cast<std::uint32_t>(entry.value); }

// Calls body(run) for each run of equal keys.
template <class Body>
void for_runs(std::span<const base::KeyValue> entries, const Body& body) {
  for (std::size_t from = 0, to = 0; from < entries.size(); from = to) {
    while (to < entries.size() && entries[to].key == entries[from].key) ++to;
    body(entries.subspan(from, to - from));
  }
}

// One partition of the features on its way into the index.
struct Piece {
  std::vector<base::KeyValue> entries;  // only features of two prefixes or more
  std::uint64_t tokens = 0;
  std::uint64_t postings = 0;
};

class Maker {
 public:
  Maker(const std::vector<FeatureView>& sets, std::span<const DocId> records, std::span<const std::uint8_t> side,
        const PrefixOptions& options)
      : sets_(sets), records_(records), side_(side), options_(options), pieces_(base::MemoryRecords::kPartitions) {}

  Result<PrefixIndex> make(PrefixEntries& entries) {
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(pieces_.size(), options_.threads, [&](std::size_t i, unsigned) {
      TEXTKIN_RETURN_IF_ERROR(entries.take_sorted(i, pieces_[i].entries));
      drop_singles(pieces_[i]);
      return Status();
    }));
    index_.first_position = entries.skipped();
    index_.begin.resize(records_.size() + 1, 0);
    std::inclusive_scan(entries.counts().begin(), entries.counts().end(), index_.begin.begin() + 1, std::plus<>(),
                        std::uint64_t{0});
    index_.tokens.assign(index_.begin.back(), kNoToken);

    // Where each piece's tokens and postings start.
    std::uint64_t tokens = 0;
    std::uint64_t postings = 0;
    for (Piece& piece : pieces_) {
      tokens += std::exchange(piece.tokens, tokens);
      postings += std::exchange(piece.postings, postings);
    }
    if (tokens >= kNoToken) {
      return Status(Code::kExhausted, "more than 2^32 features to join by; use the LSH method for this collection");
    }
    index_.list_begin.resize(tokens * sides() + 1);
    index_.list_begin.back() = postings;
    index_.postings.resize(postings);
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(pieces_.size(), options_.threads, [&](std::size_t i, unsigned) {
      place(pieces_[i]);
      base::free_room(pieces_[i]);
      return Status();
    }));
    return std::move(index_);
  }

 private:
  std::uint64_t sides() const { return side_.empty() ? 1 : 2; }

  bool is_indexed(const base::KeyValue& entry) const {
    return !options_.ascending_sizes ||
           position_of(entry) < index_prefix(sets_[records_[record_of(entry)]].size(), options_.threshold);
  }

  void drop_singles(Piece& piece) const {
    std::size_t kept = 0;
    for_runs(piece.entries, [&](std::span<const base::KeyValue> run) {
      if (run.size() < 2) return;
      ++piece.tokens;
      for (const base::KeyValue& entry : run) piece.postings += is_indexed(entry);
      std::copy(run.begin(), run.end(), piece.entries.begin() + static_cast<std::ptrdiff_t>(kept));
      kept += run.size();
    });
    piece.entries.resize(kept);
    piece.entries.shrink_to_fit();
  }

  void place(const Piece& piece) {
    std::uint64_t token = piece.tokens;
    std::uint64_t posting = piece.postings;
    for_runs(piece.entries, [&](std::span<const base::KeyValue> run) {
      for (const base::KeyValue& entry : run) {
        const std::uint32_t record = record_of(entry);
        index_.tokens[index_.begin[record] + position_of(entry) - index_.first_position[record]] =
            static_cast<std::uint32_t>(token);
      }
      for (std::uint64_t list = 0; list < sides(); ++list) {
        index_.list_begin[token * sides() + list] = posting;
        for (const base::KeyValue& entry : run) {
          if (!side_.empty() && side_[records_[record_of(entry)]] != list) continue;
          if (is_indexed(entry)) {
            index_.postings[posting++] = {.record = record_of(entry), .position = position_of(entry)};
          }
        }
      }
      ++token;
    });
  }

  const std::vector<FeatureView>& sets_;
  std::span<const DocId> records_;
  std::span<const std::uint8_t> side_;
  const PrefixOptions& options_;
  std::vector<Piece> pieces_;
  PrefixIndex index_;
};

}  // namespace

Result<PrefixIndex> make_prefix_index(const std::vector<FeatureView>& sets, std::span<const DocId> records,
                                      std::span<const std::uint8_t> side, const Frequencies& frequencies,
                                      const PrefixOptions& options) {
  TEXTKIN_ASSIGN_OR_RETURN(PrefixEntries entries,
                           PrefixEntries::select(sets, records, side, frequencies, options.threshold, options.threads));
  return Maker(sets, records, side, options).make(entries);
}

}  // namespace textkin::join
