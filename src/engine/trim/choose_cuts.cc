#include "engine/trim/choose_cuts.h"

#include <fmt/format.h>

#include <deque>
#include <utility>
#include <vector>

#include "engine/passages/passage_memory.h"
#include "engine/run/memory_shares.h"

namespace textkin::engine::trim {
namespace {

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
constexpr std::size_t kChosenAtOnce = 1u << 14;
constexpr std::uint64_t kGroupParts = 4;  // of the memory, one is for where each group stays

class Chooser {
 public:
  Chooser(const PieceSpec& pieces, const KeepOrder& order, const PlaceCode& code, DocId documents, std::uint64_t groups,
          base::SpillingRecords& out)
      : passages_(pieces.is_passage()), least_(pieces.least), code_(code), stays_(groups, kNowhere), out_(out) {
    if (order.rank.empty()) return;
    by_rank_.resize(documents);
    for (DocId doc = 0; doc < documents; ++doc) by_rank_[order.rank[doc]] = doc;
  }

  // The next piece in the order of ranks.
  Status take(Place place, std::uint64_t group, std::uint32_t words) {
    if (place.document != document_) TEXTKIN_RETURN_IF_ERROR(begin(place.document));
    if (!passages_) {
      if (stays_[group] == kNowhere) {
        stays_[group] = code_.key(place);
        return {};
      }
      return remove(place, place.piece + 1, code_.place_of_key(stays_[group]));
    }
    const std::uint32_t end = place.piece + (words == 0 ? least_ : words);
    settle(place.piece);
    if (stays_[group] != kNowhere) {
      waiting_.clear();  // a word of each goes
      removed_ = end;
      return remove(place, end, code_.place_of_key(stays_[group]));
    }
    if (place.piece >= removed_) waiting_.push_back({group, place.piece, end});
    return {};
  }

  Status finish() {
    TEXTKIN_RETURN_IF_ERROR(begin(kNoDoc));
    return flush();
  }

 private:
  // A passage that stays unless a word of it goes.
  struct Waiting {
    std::uint64_t group;
    std::uint32_t begin;
    std::uint32_t end;
  };
  // Pieces that go, one behind the other, as those do that stay for them.
  struct Run {
    Place first;
    Place first_stays;
    Place last;
    Place last_stays;
    std::uint32_t end = 0;  // behind what goes; 0: there is no run
  };

  DocId doc_of(std::uint32_t rank) const { return by_rank_.empty() ? rank : by_rank_[rank]; }

  // What ends at `piece` or before it: no word of it can go any more.
  void settle(std::uint32_t piece) {
    for (; !waiting_.empty() && waiting_.front().end <= piece; waiting_.pop_front()) {
      std::uint64_t& stays = stays_[waiting_.front().group];
      if (stays == kNowhere) stays = code_.key({document_, waiting_.front().begin});
    }
  }

  Status begin(std::uint32_t document) {
    settle(~std::uint32_t{0});
    TEXTKIN_RETURN_IF_ERROR(end_run());
    TEXTKIN_RETURN_IF_ERROR(tell_held());
    document_ = document;
    removed_ = 0;
    told_ = 0;
    return {};
  }

  Status remove(Place place, std::uint32_t end, Place stays) {
    const bool goes_on = run_.end != 0 && place.piece <= run_.end && stays.document == run_.last_stays.document &&
                         stays.piece - run_.last_stays.piece == place.piece - run_.last.piece;
    if (!goes_on) {
      TEXTKIN_RETURN_IF_ERROR(end_run());
      run_.first = place;
      run_.first_stays = stays;
    }
    run_.last = place;
    run_.last_stays = stays;
    run_.end = end;
    return {};
  }

  Status end_run() {
    if (run_.end == 0) return {};
    const Run ended = std::exchange(run_, Run{});
    // Where words are few, each passage is one that came before, elsewhere than the one before it. The runs about
    // `held_` have all of its words then: two runs for the words of a passage are enough.
    if (held_.end != 0 && ended.first.piece > told_) TEXTKIN_RETURN_IF_ERROR(tell_held());
    held_ = ended;
    return {};
  }

  Status tell_held() {
    if (held_.end == 0) return {};
    const Run told = std::exchange(held_, Run{});
    told_ = told.end;
    for (const auto& [goes, stays] : {std::pair(told.first, told.first_stays), std::pair(told.last, told.last_stays)})
      chosen_.push_back({.value = code_.key({doc_of(stays.document), stays.piece}),
                         .key = code_.key({doc_of(goes.document), goes.piece})});
    return chosen_.size() >= kChosenAtOnce ? flush() : Status();
  }

  Status flush() {
    TEXTKIN_RETURN_IF_ERROR(out_.append(chosen_));
    chosen_.clear();
    return {};
  }

  const bool passages_;
  const std::uint32_t least_;
  const PlaceCode& code_;
  std::vector<std::uint64_t> stays_;  // of each group, where it stands whole; kNowhere
  std::vector<DocId> by_rank_;        // none: input order
  base::SpillingRecords& out_;
  std::uint32_t document_ = kNoDoc;
  std::uint32_t removed_ = 0;  // behind the last word that goes
  std::deque<Waiting> waiting_;
  Run run_;
  Run held_;                // ended, and perhaps not needed
  std::uint32_t told_ = 0;  // behind the last word of those told before
  std::vector<base::KeyValue> chosen_;
};

Status check_room(const read::Collection& collection, std::uint64_t groups) {
  const std::uint64_t needed = kGroupParts * groups * sizeof(std::uint64_t);
  if (needed <= collection.budget->limit()) return {};
  return Status(Code::kExhausted, fmt::format("more different repeats than --memory {} has room for; {} would do",
                                              collection.shares.given.told(), collection.shares.given.told(needed)));
}

}  // namespace

Result<ChosenCuts> choose_cuts(const read::Collection& collection, const PieceSpec& pieces, const KeepOrder& order,
                               const PlaceCode& code, RepeatedPieces repeated) {
  TEXTKIN_RETURN_IF_ERROR(check_room(collection, repeated.groups));
  TEXTKIN_RETURN_IF_ERROR(passages::threads_for(collection, *repeated.by_place).status());
  ChosenCuts chosen;
  chosen.records =
      std::make_unique<base::SpillingRecords>(collection.directory->path(), collection.budget->limit() / 8);
  Chooser chooser(pieces, order, code, collection.documents(), repeated.groups, *chosen.records);
  std::vector<base::KeyValue> records;
  for (std::size_t partition = 0; partition < base::RecordPartitions::kPartitions; ++partition) {
    records.clear();
    TEXTKIN_RETURN_IF_ERROR(repeated.by_place->take(partition, records));
    base::sort(records.data(), records.size());
    for (const base::KeyValue& record : records)
      TEXTKIN_RETURN_IF_ERROR(
          chooser.take(code.place_of_key(record.key), code.number_of(record.value), code.words_of(record.value)));
  }
  TEXTKIN_RETURN_IF_ERROR(chooser.finish());
  chosen.spilled_bytes = chosen.records->spilled_bytes();
  return chosen;
}

}  // namespace textkin::engine::trim
