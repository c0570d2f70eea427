#include "engine/passages/fingerprint_pass.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "align/fingerprint_join.h"
#include "engine/read/text_pass.h"
#include "text/places/located_words.h"

namespace textkin::engine::passages {
namespace {

struct FingerprintBlock : read::BlockVisitor::Made {
  std::vector<base::KeyValue> records;  // documents numbered from 0
  std::array<std::uint64_t, kExclusionKinds> excluded_words{};
};

class FingerprintVisitor final : public read::VisitorOf<FingerprintBlock> {
 public:
  FingerprintVisitor(const align::WinnowSpec& spec, unsigned threads, base::SpillingRecords& out, FoundPassages& found)
      : out_(out), found_(found) {
    for (unsigned thread = 0; thread < threads; ++thread) workers_.push_back(std::make_unique<Worker>(spec, found));
  }

  Status make(std::span<const Document> documents, unsigned thread, FingerprintBlock& made) override {
    Worker& worker = *workers_[thread];
    for (std::size_t i = 0; i < documents.size(); ++i) {
      worker.locator.locate(documents[i].text, worker.located);
      worker.finder.find(documents[i].text, worker.located, {}, worker.excluded);
      add_words(worker.excluded, made.excluded_words);
      worker.words.clear();
      for (const text::LocatedWord& word : worker.located) worker.words.push_back(word.hash);
      worker.winnower.choose(worker.words, worker.chosen);
      for (const align::Fingerprint& fingerprint : worker.chosen)
        made.records.push_back(align::fingerprint_record(fingerprint.hash, static_cast<DocId>(i), fingerprint.place));
      made.sizes.push_back(static_cast<std::uint32_t>(worker.words.size()));
    }
    return {};
  }

  Status take(DocId first, FingerprintBlock& made) override {
    for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
      found_.stats.excluded_words[kind] += made.excluded_words[kind];
    for (base::KeyValue& record : made.records) record.value += std::uint64_t{first} << 32;
    return out_.append(made.records);
  }

  void refuse(const input::Problem& problem) override {
    if (found_.problems.size() < FoundPassages::kMostProblems) found_.problems.push_back(problem.message);
  }

 private:
  struct Worker {
    Worker(const align::WinnowSpec& cut, const FoundPassages& of)
        : locator(of.words), finder(of.exclusions), winnower(cut) {}
    text::WordLocator locator;
    ExclusionFinder finder;
    std::vector<ExcludedSpan> excluded;
    align::Winnower winnower;
    std::vector<text::LocatedWord> located;
    std::vector<std::uint64_t> words;
    std::vector<align::Fingerprint> chosen;
  };
  base::SpillingRecords& out_;
  FoundPassages& found_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
};

}  // namespace

Status read_fingerprints(const run::Reading& reading, const align::WinnowSpec& spec, Progress& progress,
                         base::SpillingRecords& fingerprints, FoundPassages& found) {
  TEXTKIN_ASSIGN_OR_RETURN(found.collection, read::open_collection(reading, ""));
  FingerprintVisitor visitor(spec, reading.limits.threads, fingerprints, found);
  return read::read_texts(found.collection, reading.inputs.problems, visitor, progress);
}

}  // namespace textkin::engine::passages
