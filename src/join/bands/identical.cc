#include "join/bands/identical.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/free_room.h"
#include "base/memory_records.h"
#include "base/parallel.h"
#include "join/bands/lone_keys.h"
#include "join/bands/no_such_document.h"
#include "join/sets/sets_ahead.h"

namespace textkin::join {
namespace {

// From here on a group is compared in stretches of as many, by all threads.
constexpr std::size_t kLargeGroup = 256;
// So many documents of large groups are compared by one loop of threads, or those of firsts of so many features.
constexpr std::size_t kDocumentsALoop = std::size_t{1} << 16;
constexpr std::size_t kFeaturesALoop = std::size_t{1} << 17;
// So many groups are tried, and so many documents of a stretch, before it is asked whether texts tell half of them.
constexpr std::size_t kTried = 256;
constexpr std::size_t kTriedOfAStretch = 16;
// Longer texts are not held to be compared with others.
constexpr std::size_t kLongestText = std::size_t{1} << 20;

// Groups that may be equal, as lists of documents in keep order.
struct Groups {
  std::vector<DocId> docs;
  std::vector<std::uint64_t> begin{0};

  std::size_t size() const { return begin.size() - 1; }
  std::span<const DocId> operator[](std::size_t group) const {
    return std::span(docs).subspan(begin[group], begin[group + 1] - begin[group]);
  }
  // Closes the group of the documents appended since the last; a group of one is dropped.
  void close() {
    if (docs.size() - begin.back() < 2) return docs.resize(begin.back());
    begin.push_back(docs.size());
  }
};

// Gives the set of a document; the view may lie in `scratch`.
using Reader = std::function<Status(DocId doc, unsigned worker, std::vector<Feature>& scratch, FeatureView& set)>;

struct Scratch {
  std::vector<Feature> first;
  std::vector<Feature> other;
  std::string text;
};

std::uint64_t hash_of(FeatureView set) { return XXH3_64bits(set.data(), set.size_bytes()); }

// Whether a document equals the first of its group, or else what tells it from the others.
struct Verdict {
  std::uint64_t hash = 0;
  std::uint32_t size = 0;
  bool is_equal = false;
};

// One round compares every document with the first of its group. Those that differ go on to the next round with those
// that differ in the same way, so that a document is read once where keys tell the truth, and seldom more than twice.
// Where texts are at hand, and most of those that were tried have the same to the last byte, texts are compared before
// sets are made of them.
class Comparison {
 public:
  // `sources` and `ahead` may be null.
  Comparison(const Reader& reader, FeatureSources* sources, SetsAhead* ahead, unsigned threads)
      : reader_(reader), sources_(sources), ahead_(ahead), threads_(threads), scratch_(threads) {}

  Status run(Groups groups, const KeepOrder& order, IdenticalGroups& out) {
    TEXTKIN_RETURN_IF_ERROR(take_equal_texts(groups, out));
    while (groups.size() > 0) {
      verdicts_.assign(groups.docs.size(), {});
      TEXTKIN_RETURN_IF_ERROR(compare(groups));
      const auto is_equal = [](const Verdict& verdict) { return verdict.is_equal; };
      members_.reserve(members_.size() + static_cast<std::size_t>(std::ranges::count_if(verdicts_, is_equal)));
      Groups next;
      for (std::size_t group = 0; group < groups.size(); ++group) collect(groups, group, next, out);
      groups = std::move(next);
    }
    base::free_room(verdicts_);
    put_in_order(order, out);
    for (const Duplicate& member : out.members) out.collapsed[member.doc] = 1;
    return {};
  }

 private:
  // Takes small groups whose texts are all equal out of `groups`.
  Status take_equal_texts(Groups& groups, IdenticalGroups& out) {
    if (sources_ == nullptr) return {};
    std::vector<std::uint8_t> are_equal(groups.size(), 0);
    const auto compare_texts_of = [&](std::size_t from, std::size_t to) {
      return base::parallel_for(to - from, threads_, [&](std::size_t i, unsigned worker) {
        const std::size_t group = from + i;
        return groups[group].size() < kLargeGroup ? compare_texts(groups[group], worker, are_equal[group]) : Status();
      });
    };
    const std::size_t tried = std::min(kTried, groups.size());
    TEXTKIN_RETURN_IF_ERROR(compare_texts_of(0, tried));
    if (2 * std::ranges::count(are_equal, 1) >= static_cast<std::ptrdiff_t>(tried))
      TEXTKIN_RETURN_IF_ERROR(compare_texts_of(tried, groups.size()));
    std::size_t docs = 0;
    std::size_t kept = 0;
    for (std::size_t group = 0, from = 0, to = 0; group < are_equal.size(); ++group, from = to) {
      to = groups.begin[group + 1];
      if (are_equal[group] == 0) {
        std::copy(groups.docs.begin() + from, groups.docs.begin() + to, groups.docs.begin() + docs);
        docs += to - from;
        groups.begin[++kept] = docs;
        continue;
      }
      const DocId first = groups.docs[from];
      TEXTKIN_ASSIGN_OR_RETURN(const std::optional<std::uint32_t> size, sources_->front()->size_to_read(first));
      for (std::size_t i = from + 1; i < to; ++i)
        members_.push_back({.doc = groups.docs[i], .first = first, .size = size.value_or(0)});
      out.verified += to - from - 1;
    }
    groups.docs.resize(docs);
    groups.begin.resize(kept + 1);
    return {};
  }

  Status compare_texts(std::span<const DocId> docs, unsigned worker, std::uint8_t& are_equal) {
    FeatureSource& source = *(*sources_)[worker];
    std::string& first = scratch_[worker].text;
    for (const DocId doc : docs) {
      TEXTKIN_ASSIGN_OR_RETURN(const std::optional<std::string_view> text, source.text_at_hand(doc));
      if (!text || text->size() > kLongestText) return {};
      if (doc == docs.front()) first = *text;
      if (*text != first) return {};
    }
    are_equal = 1;
    return {};
  }

  Status compare(const Groups& groups) {
    for (std::size_t from = 0; from < groups.size();) {
      std::size_t to = groups.size();
      if (ahead_ != nullptr) {
        TEXTKIN_ASSIGN_OR_RETURN(to, ahead_->bring(groups.docs, groups.begin, from, kLargeGroup));
      }
      TEXTKIN_RETURN_IF_ERROR(base::parallel_for(to - from, threads_, [&](std::size_t i, unsigned worker) {
        return groups[from + i].size() < kLargeGroup ? compare_small(groups, from + i, worker) : Status();
      }));
      from = to;
    }
    for (std::size_t group = 0; group < groups.size();) TEXTKIN_RETURN_IF_ERROR(compare_large(groups, group));
    return {};
  }

  Status compare_small(const Groups& groups, std::size_t group, unsigned worker) {
    FeatureView first;
    TEXTKIN_RETURN_IF_ERROR(read(groups, groups.begin[group], worker, scratch_[worker].first, first));
    return compare_stretch(groups, {first, {}, groups.begin[group] + 1, groups.begin[group + 1]}, worker);
  }

  // Documents of a group, by their places in Groups::docs, that one thread compares with the group's first.
  struct Stretch {
    FeatureView first;
    std::string_view text;  // of the first; empty: sets are compared
    std::uint64_t begin, end;
  };

  // The next large groups from `group` on, which becomes the one behind them. A loop of threads for each group would be
  // as many loops as there are groups.
  Status compare_large(const Groups& groups, std::size_t& group) {
    std::vector<std::vector<Feature>> firsts;
    std::deque<std::string> texts;
    std::vector<Stretch> stretches;
    std::size_t documents = 0;
    std::size_t features = 0;
    for (; group < groups.size() && documents < kDocumentsALoop && features < kFeaturesALoop; ++group) {
      if (groups[group].size() < kLargeGroup) continue;
      FeatureView first;
      TEXTKIN_RETURN_IF_ERROR(reader_(groups[group].front(), 0, firsts.emplace_back(), first));
      const std::uint64_t end = groups.begin[group + 1];
      TEXTKIN_RETURN_IF_ERROR(hold_text(groups[group].front(), texts.emplace_back()));
      for (std::uint64_t from = groups.begin[group] + 1; from < end; from += kLargeGroup)
        stretches.push_back({first, texts.back(), from, std::min<std::uint64_t>(end, from + kLargeGroup)});
      documents += groups[group].size();
      features += first.size() + texts.back().size() / sizeof(Feature);
    }
    return base::parallel_for(stretches.size(), threads_, [&](std::size_t i, unsigned worker) {
      return compare_stretch(groups, stretches[i], worker);
    });
  }

  // The text of a document, if it is at hand.
  Status hold_text(DocId doc, std::string& out) {
    if (sources_ == nullptr) return {};
    TEXTKIN_ASSIGN_OR_RETURN(const std::optional<std::string_view> text, sources_->front()->text_at_hand(doc));
    if (text && text->size() <= kLongestText) out = *text;
    return {};
  }

  Status compare_stretch(const Groups& groups, const Stretch& stretch, unsigned worker) {
    std::size_t told = 0;
    for (std::uint64_t i = stretch.begin; i < stretch.end; ++i) {
      if (!stretch.text.empty() && 2 * told + kTriedOfAStretch >= i - stretch.begin) {
        TEXTKIN_ASSIGN_OR_RETURN(const std::optional<std::string_view> text,
                                 (*sources_)[worker]->text_at_hand(groups.docs[i]));
        if (text == stretch.text) {
          verdicts_[i] = {.size = static_cast<std::uint32_t>(stretch.first.size()), .is_equal = true};
          ++told;
          continue;
        }
      }
      TEXTKIN_RETURN_IF_ERROR(compare_one(groups, i, worker, stretch.first));
    }
    return {};
  }

  Status read(const Groups& groups, std::size_t i, unsigned worker, std::vector<Feature>& scratch, FeatureView& set) {
    if (ahead_ != nullptr) set = ahead_->at(i);
    return set.data() != nullptr ? Status() : reader_(groups.docs[i], worker, scratch, set);
  }

  Status compare_one(const Groups& groups, std::size_t i, unsigned worker, FeatureView first) {
    FeatureView set;
    TEXTKIN_RETURN_IF_ERROR(read(groups, i, worker, scratch_[worker].other, set));
    Verdict& verdict = verdicts_[i];
    verdict.size = static_cast<std::uint32_t>(set.size());
    if (std::ranges::equal(set, first)) {
      verdict.is_equal = true;
    } else {
      verdict.hash = hash_of(set);
    }
    return {};
  }

  // Takes the equal ones to `out` and the rest, by size and hash, to `next`.
  void collect(const Groups& groups, std::size_t group, Groups& next, IdenticalGroups& out) {
    rest_.clear();
    for (std::size_t i = groups.begin[group] + 1; i < groups.begin[group + 1]; ++i) {
      const Verdict& verdict = verdicts_[i];
      ++out.verified;
      if (verdict.size == 0) continue;
      if (verdict.is_equal) {
        members_.push_back({.doc = groups.docs[i], .first = groups[group].front(), .size = verdict.size});
      } else {
        rest_.push_back({.value = i, .key = verdict.hash});
      }
    }
    base::sort(rest_.data(), rest_.size());
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (i > 0 && rest_[i].key != rest_[i - 1].key) next.close();
      next.docs.push_back(groups.docs[rest_[i].value]);
    }
    next.close();
  }

  // The members of one first lie together and in keep order, whichever round found them; the firsts do not.
  void put_in_order(const KeepOrder& order, IdenticalGroups& out) {
    std::vector<base::KeyValue> firsts;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const DocId first = members_[i].first;
      if (i == 0 || members_[i - 1].first != first) firsts.push_back({.value = i, .key = order.of(first)});
    }
    base::sort(firsts.data(), firsts.size());
    out.members.reserve(members_.size());
    for (const base::KeyValue& entry : firsts) {
      const DocId first = members_[entry.value].first;
      for (std::size_t i = entry.value; i < members_.size() && members_[i].first == first; ++i) {
        out.members.push_back(members_[i]);
      }
    }
    base::free_room(members_);
  }

  const Reader& reader_;
  FeatureSources* sources_;
  SetsAhead* ahead_;
  unsigned threads_;
  std::vector<Scratch> scratch_;
  std::vector<Verdict> verdicts_;
  std::vector<Duplicate> members_;
  std::vector<base::KeyValue> rest_;
};

// Appends the runs of equal keys among `records` (sorted) as groups in keep order.
Status append_groups(std::span<const base::KeyValue> records, const KeepOrder& order, std::size_t documents,
                     Groups& groups) {
  for (std::size_t from = 0, to = 0; from < records.size(); from = to) {
    while (to < records.size() && records[to].key == records[from].key) ++to;
    if (to - from < 2) continue;
    const std::size_t begin = groups.docs.size();
    for (std::size_t i = from; i < to; ++i) {
      if (i > from && records[i].value == records[i - 1].value) continue;
      if (records[i].value >= documents) return no_such_document(records[i].value, documents);
      groups.docs.push_back(static_cast<DocId>(records[i].value));
    }
    std::sort(groups.docs.begin() + static_cast<std::ptrdiff_t>(begin), groups.docs.end(),
              [&](DocId a, DocId b) { return order.of(a) < order.of(b); });
    groups.close();
  }
  return {};
}

Result<IdenticalGroups> group_records(base::RecordPartitions& records, const KeepOrder& order, std::size_t documents,
                                      const Reader& reader, FeatureSources* sources, SetsAhead* ahead,
                                      unsigned threads) {
  std::vector<Groups> pieces(base::RecordPartitions::kPartitions);
  struct OfAPartition {
    LoneKeys lone;
    std::vector<base::KeyValue> records;
  };
  std::vector<OfAPartition> scratch(threads);
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(base::RecordPartitions::kPartitions, threads, [&](std::size_t i, unsigned worker) {
        OfAPartition& own = scratch[worker];
        own.records.clear();
        TEXTKIN_RETURN_IF_ERROR(records.take(i, own.records));
        own.lone.remove(own.records);
        base::sort(own.records.data(), own.records.size());
        return append_groups(own.records, order, documents, pieces[i]);
      }));
  scratch.clear();
  Groups groups;
  std::size_t docs = 0;
  std::size_t begins = 1;
  for (const Groups& piece : pieces) {
    docs += piece.docs.size();
    begins += piece.size();
  }
  groups.docs.reserve(docs);
  groups.begin.reserve(begins);
  for (Groups& piece : pieces) {
    for (std::size_t group = 0; group < piece.size(); ++group) {
      groups.docs.insert(groups.docs.end(), piece[group].begin(), piece[group].end());
      groups.close();
    }
    base::free_room(piece);
  }
  IdenticalGroups out;
  out.collapsed.assign(documents, 0);
  TEXTKIN_RETURN_IF_ERROR(Comparison(reader, sources, ahead, threads).run(std::move(groups), order, out));
  return out;
}

}  // namespace

Result<IdenticalGroups> find_identical(base::RecordPartitions& records, const KeepOrder& order, std::size_t documents,
                                       FeatureSources& sources, std::uint64_t ahead) {
  if (sources.empty()) return Status(Code::kInvalidArgument, "find_identical needs a feature source a thread");
  const Reader reader = [&](DocId doc, unsigned worker, std::vector<Feature>& scratch, FeatureView& set) {
    TEXTKIN_RETURN_IF_ERROR(sources[worker]->features(doc, scratch));
    set = scratch;
    return Status();
  };
  SetsAhead in_order(sources, ahead);
  return group_records(records, order, documents, reader, &sources, ahead > 0 ? &in_order : nullptr,
                       static_cast<unsigned>(sources.size()));
}

Result<IdenticalGroups> find_identical(const std::vector<FeatureView>& sets, const KeepOrder& order, unsigned threads) {
  threads = std::max(1u, threads);
  constexpr std::size_t kBlock = 1024;
  std::vector<base::KeyValue> records(sets.size());
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for((sets.size() + kBlock - 1) / kBlock, threads, [&](std::size_t block, unsigned) {
        const std::size_t end = std::min(sets.size(), (block + 1) * kBlock);
        for (std::size_t doc = block * kBlock; doc < end; ++doc) records[doc] = {doc, hash_of(sets[doc])};
        return Status();
      }));
  std::erase_if(records, [&](const base::KeyValue& record) { return sets[record.value].empty(); });
  base::MemoryRecords table;
  table.append(records);
  base::free_room(records);
  const Reader reader = [&](DocId doc, unsigned, std::vector<Feature>&, FeatureView& set) {
    set = sets[doc];
    return Status();
  };
  return group_records(table, order, sets.size(), reader, nullptr, nullptr, threads);
}

}  // namespace textkin::join
