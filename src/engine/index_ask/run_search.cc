#include "engine/index_ask/run_search.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/index/stored_sets.h"
#include "engine/index_ask/exact_search.h"
#include "engine/passages/text_fingerprints.h"
#include "engine/read/block_shingler.h"
#include "engine/read/block_visitor.h"
#include "engine/read/retain_all.h"
#include "engine/read/text_pass.h"
#include "hash/hash_sort.h"
#include "textkin/word_weight.h"

namespace textkin::engine::index_ask {
namespace {

struct RunAnswers : read::BlockVisitor::Made {
  AnswersOfBlock answers;
  FeatureBlock sets;  // where they are wanted
};

class RunVisitor final : public read::VisitorOf<RunAnswers> {
 public:
  // `sets`: where those of all questions go, at most so many bytes; null: nowhere.
  RunVisitor(FoundMatches& found, bool keeps_answers, FeatureBlock* sets, const run::Reading& reading)
      : found_(found), keeps_answers_(keeps_answers), sets_(sets), reading_(reading) {}

  Status open(const IndexUnion& indexes, const Question& question) {
    directory_ = found_.collection.directory->path();  // of which a pass has the collection
    const index::IndexSpec& spec = indexes.spec();
    words_of_a_shingle_ = spec.text.shingle_size;
    // A window of one run chooses it.
    const align::WinnowSpec every_run{.run = align::WinnowSpec::for_guarantee(spec.passages).run, .window = 1};
    for (unsigned thread = 0; thread < found_.collection.threads; ++thread) {
      TEXTKIN_ASSIGN_OR_RETURN(read::BlockShingler shingler, read::BlockShingler::make(found_.collection));
      TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> of_texts, index::shingler_of_stored(spec));
      workers_.push_back(
          std::make_unique<Worker>(Worker{std::move(shingler),
                                          passages::TextFingerprints(index::passage_words(spec.text), every_run),
                                          RunFinder(indexes, spec, question, std::move(of_texts)),
                                          {},
                                          {},
                                          {}}));
    }
    return {};
  }

  Status make(std::span<const Document> documents, unsigned worker, RunAnswers& made) override {
    Worker& own = *workers_[worker];
    TEXTKIN_ASSIGN_OR_RETURN(const FeatureBlock* sets, own.shingler.shingle(documents, false));
    for (std::size_t i = 0; i < documents.size(); ++i) {
      own.set.assign((*sets)[i].begin(), (*sets)[i].end());
      hash::sort_hashes(own.set.data(), own.set.size());
      Answer found;
      TEXTKIN_RETURN_IF_ERROR(answer(documents[i], own, found));
      const auto size = static_cast<std::uint32_t>(own.set.size());
      TEXTKIN_RETURN_IF_ERROR(made.answers.add(size, std::move(found), directory_));
      made.sizes.push_back(size);  // for the table of documents
      if (sets_ != nullptr) append(own.set, made.sets);
    }
    return {};
  }

  Status take(DocId first, RunAnswers& made) override {
    if (sets_ != nullptr) {
      for (std::size_t i = 0; i < made.sets.size(); ++i) append(made.sets[i], *sets_);
      const std::uint64_t held = (sets_->values.size() + 2 * sets_->size()) * sizeof(Feature);
      if (held > most_of_sets(reading_))
        return read::too_many_sets(found_.collection, held, most_of_sets(reading_), too_many_questions(reading_));
    }
    return made.answers.give(first, keeps_answers_, found_);
  }

 private:
  struct Worker {
    read::BlockShingler shingler;
    passages::TextFingerprints fingerprints;
    RunFinder finder;
    std::vector<Feature> set;
    std::vector<align::Fingerprint> runs;
    std::vector<std::uint64_t> hashes;
  };

  static void append(FeatureView set, FeatureBlock& into) {
    into.values.insert(into.values.end(), set.begin(), set.end());
    into.offsets.push_back(into.values.size());
  }

  Status answer(const Document& document, Worker& own, Answer& out) const {
    std::uint64_t light = 0;
    TEXTKIN_RETURN_IF_ERROR(own.fingerprints.choose(document, found_.collection, [&](const auto& words) {
      light = static_cast<std::uint64_t>(
          std::ranges::count_if(words, [](const text::LocatedWord& word) { return is_light(word.hash); }));
    }));
    own.runs.assign(own.fingerprints.chosen().begin(), own.fingerprints.chosen().end());
    own.hashes.clear();
    for (const align::Fingerprint& run : own.runs) own.hashes.push_back(run.hash);
    hash::sort_hashes(own.hashes.data(), own.hashes.size());
    const auto different =
        static_cast<std::uint64_t>(std::unique(own.hashes.begin(), own.hashes.end()) - own.hashes.begin());
    const std::uint64_t lacking = own.set.size() - std::min<std::uint64_t>(own.set.size(), different);
    std::ranges::sort(own.runs, {}, &align::Fingerprint::place);
    TEXTKIN_RETURN_IF_ERROR(own.finder.find(own.set, own.runs, words_of_a_shingle_ * (light + lacking), out));
    own.fingerprints.end(document, found_.collection);
    return {};
  }

  FoundMatches& found_;
  const bool keeps_answers_;
  FeatureBlock* const sets_;
  const run::Reading& reading_;
  std::string directory_;
  std::uint64_t words_of_a_shingle_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

Result<FoundMatches> search_runs(const run::Reading& reading, const IndexUnion& indexes, const Question& question,
                                 bool keeps_answers, FeatureBlock* sets, Progress& progress) {
  FoundMatches found;
  TEXTKIN_ASSIGN_OR_RETURN(found.collection, read::open_collection(reading, ""));
  found.pairs = find::PairStore(found.collection.directory->path(), found.collection.shares.pairs);
  RunVisitor visitor(found, keeps_answers, sets, reading);
  TEXTKIN_RETURN_IF_ERROR(visitor.open(indexes, question));
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(found.collection, reading.inputs, visitor, progress));
  return found;
}

}  // namespace textkin::engine::index_ask
