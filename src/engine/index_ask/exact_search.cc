#include "engine/index_ask/exact_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/free_room.h"
#include "base/parallel.h"
#include "engine/index/stored_sets.h"
#include "engine/read/retain_all.h"
#include "join/exact/frequencies.h"
#include "join/exact/prefix_join.h"
#include "join/measures/measure.h"
#include "join/sets/verify_counts.h"

namespace textkin::engine::index_ask {
namespace {

// Texts that are joined at a time: of the memory, a part, since sets are as large as texts.
constexpr std::uint64_t kPartOfMemory = 24;
constexpr std::uint64_t kLeastTexts = 1u << 20;

// Some documents of the index with their sets.
struct Portion {
  std::vector<DocId> numbers;
  std::vector<std::string> texts;
  std::vector<std::vector<Feature>> sets;
  std::uint64_t bytes = 0;
};

class ExactSearch {
 public:
  ExactSearch(std::vector<FeatureView> asked, unsigned threads, const Question& question, FoundMatches& found)
      : threads_(threads),
        threshold_(question.threshold),
        part_(question.part),
        found_(found),
        asked_(std::move(asked)) {}

  Status open(const index::IndexSpec& spec) {
    for (unsigned thread = 0; thread < threads_; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, index::shingler_of_stored(spec));
      shinglers_.push_back(std::move(shingler));
    }
    return {};
  }

  Status join(Portion& portion) {
    portion.sets.resize(portion.texts.size());
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(portion.texts.size(), threads_, [&](std::size_t i, unsigned worker) {
      shinglers_[worker]->sorted_set(portion.texts[i], portion.sets[i]);
      return Status();
    }));
    std::vector<FeatureView> sets = asked_;
    const std::uint8_t asked = part_ == join::Part::kContainer ? 1 : 0;
    std::vector<std::uint8_t> side(asked_.size(), asked);
    for (const std::vector<Feature>& set : portion.sets) {
      sets.push_back(set);
      side.push_back(1 - asked);
    }
    const join::Frequencies frequencies = join::Frequencies::count(sets, threads_);
    join::VerifyCounts counts;
    TEXTKIN_ASSIGN_OR_RETURN(const std::vector<VerifiedPair> pairs,
                             join::prefix_join(sets, threshold_, frequencies, {}, side, threads_, counts));
    found_.candidates += counts.candidates;
    found_.verified += counts.verified;
    for (VerifiedPair pair : pairs) {
      pair.b = portion.numbers[pair.b - asked_.size()];
      pairs_.push_back(pair);
    }
    base::free_room(portion);
    return {};
  }

  // By the positions of the questions, then by numbers, or the most alike first.
  Status finish(std::uint64_t top) {
    std::ranges::sort(pairs_, {}, [](const VerifiedPair& pair) { return std::pair(pair.a, pair.b); });
    std::vector<VerifiedPair> kept;
    auto begin = pairs_.begin();
    for (DocId question = 0; question < asked_.size(); ++question) {
      auto end = std::find_if(begin, pairs_.end(), [&](const VerifiedPair& pair) { return pair.a != question; });
      const auto next = end;
      if (top > 0) {
        std::stable_sort(begin, end, [&](const VerifiedPair& x, const VerifiedPair& y) { return of(x) > of(y); });
        if (static_cast<std::uint64_t>(end - begin) > top) end = begin + static_cast<std::ptrdiff_t>(top);
      }
      const bool full = top > 0 && static_cast<std::uint64_t>(end - begin) == top;
      found_.answers.push_back({.matches = {},
                                .at = full ? of(*(end - 1)) : threshold_.value,
                                .above_the_last = full,
                                .found = static_cast<std::uint64_t>(end - begin)});
      kept.insert(kept.end(), begin, end);
      begin = next;
    }
    return found_.pairs.append(std::move(kept));
  }

 private:
  double of(const VerifiedPair& pair) const {
    return threshold_.measure->of(pair.shared, pair.size_a, pair.size_b, part_);
  }

  unsigned threads_;
  const join::Threshold& threshold_;
  join::Part part_;
  FoundMatches& found_;
  std::vector<FeatureView> asked_;
  std::vector<std::unique_ptr<Shingler>> shinglers_;
  std::vector<VerifiedPair> pairs_;
};

}  // namespace

std::uint64_t most_of_sets(const run::Reading& reading) { return reading.limits.memory / 4; }

std::string too_many_questions(const run::Reading& reading) {
  return fmt::format("--memory {} is too little to ask about so many documents exactly", reading.limits.given().told());
}

Result<FoundMatches> search_exactly(const run::Reading& reading, const IndexUnion& indexes, const Question& question,
                                    Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection,
                           read::retain_all(reading, most_of_sets(reading), progress, too_many_questions(reading)));
  TEXTKIN_ASSIGN_OR_RETURN(FoundMatches found,
                           search_exactly(reading, indexes, question, collection.feature_views(), progress));
  found.collection = std::move(collection);
  return found;
}

Result<FoundMatches> search_exactly(const run::Reading& reading, const IndexUnion& indexes, const Question& question,
                                    std::vector<FeatureView> asked, Progress& progress) {
  FoundMatches found;
  ExactSearch search(std::move(asked), reading.limits.threads, question, found);
  TEXTKIN_RETURN_IF_ERROR(search.open(indexes.spec()));
  const std::uint64_t most = std::max(reading.limits.memory / kPartOfMemory, kLeastTexts);
  Portion portion;
  archive::Entry entry;
  TEXTKIN_RETURN_IF_ERROR(indexes.each_text([&](DocId number, std::string_view text) -> Result<bool> {
    TEXTKIN_RETURN_IF_ERROR(indexes.read(number, entry));
    if (!entry.alive_at(question.sequence) || !question.where.holds(entry)) return true;
    ++found.read;
    portion.numbers.push_back(number);
    portion.texts.emplace_back(text);
    portion.bytes += text.size();
    progress.update("join", number, indexes.next());
    if (portion.bytes >= most) TEXTKIN_RETURN_IF_ERROR(search.join(portion));
    return true;
  }));
  TEXTKIN_RETURN_IF_ERROR(search.join(portion));
  TEXTKIN_RETURN_IF_ERROR(search.finish(question.top));
  return found;
}

}  // namespace textkin::engine::index_ask
