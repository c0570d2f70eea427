#include "engine/passages/fingerprint_pass.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "align/fingerprint_join.h"
#include "engine/passages/passage_memory.h"
#include "engine/read/text_pass.h"
#include "text/places/located_words.h"

namespace textkin::engine::passages {
namespace {

// What a text is read in to count its words, and of how many fingerprints only the first places are handed on.
constexpr std::size_t kCountedAtOnce = 1u << 20;
constexpr std::size_t kManyFingerprints = 1u << 12;

// Words of `text`, but for those at the borders of its pieces.
std::uint64_t count_words(std::string_view text, text::WordLocator& locator, std::vector<text::LocatedWord>& scratch) {
  std::uint64_t words = 0;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = std::min(text.size(), begin + kCountedAtOnce);
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    locator.locate(text.substr(begin, end - begin), scratch);
    words += scratch.size() + 1;
  }
  return words;
}

// Leaves out places of a fingerprint that join_fingerprints() would not look at.
void leave_out_repeats(std::vector<align::Fingerprint>& chosen) {
  if (chosen.size() < kManyFingerprints) return;
  std::ranges::sort(chosen, {}, [](const align::Fingerprint& x) { return std::pair(x.hash, x.place); });
  std::size_t kept = 0;
  std::size_t of_hash = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const align::Fingerprint x = chosen[i];
    of_hash = kept > 0 && chosen[kept - 1].hash == x.hash ? of_hash + 1 : 1;
    if (of_hash <= align::kMostPostings) chosen[kept++] = x;
  }
  chosen.resize(kept);
}

struct FingerprintBlock : read::BlockVisitor::Made {
  std::uint64_t fingerprints = 0;
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
      const bool alone = documents[i].text.size() > found_.collection.shares.alone;
      if (alone) TEXTKIN_RETURN_IF_ERROR(make_room(documents[i], worker));
      worker.locator.locate(documents[i].text, worker.located);
      worker.finder.find(documents[i].text, worker.located, {}, worker.excluded);
      add_words(worker.excluded, made.excluded_words);
      worker.words.clear();
      worker.words.reserve(worker.located.size());
      for (const text::LocatedWord& word : worker.located) worker.words.push_back(word.hash);
      if (alone) TEXTKIN_RETURN_IF_ERROR(make_room_to_choose(documents[i], worker));
      worker.winnower.choose(worker.words, worker.chosen);
      made.fingerprints += worker.chosen.size();
      leave_out_repeats(worker.chosen);
      if (alone) made.records.reserve(worker.chosen.size());
      for (const align::Fingerprint& fingerprint : worker.chosen)
        made.records.push_back(align::fingerprint_record(fingerprint.hash, static_cast<DocId>(i), fingerprint.place));
      made.sizes.push_back(static_cast<std::uint32_t>(worker.words.size()));
      if (alone) worker.free();
    }
    return {};
  }

  Status take(DocId first, FingerprintBlock& made) override {
    for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
      found_.stats.excluded_words[kind] += made.excluded_words[kind];
    found_.stats.fingerprints += made.fingerprints;
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

    // What a large document has left.
    void free() {
      located = {};
      words = {};
      chosen = {};
    }
  };

  // What is refused is told at once what a pair of such documents will need.
  Status ask(const Document& document, std::uint64_t words, std::uint64_t bytes) const {
    const read::Collection& collection = found_.collection;
    bytes += kBytesATextByte * document.text.size();
    if (bytes <= room_alone(collection)) return {};
    return too_many_words(collection, collection.place(document.record),
                          std::max(bytes, 2 * words * kBytesAnAlignedWord));
  }
  Status make_room(const Document& document, Worker& worker) const {
    const std::uint64_t words = count_words(document.text, worker.locator, worker.located);
    worker.free();
    TEXTKIN_RETURN_IF_ERROR(ask(document, words, words * kBytesALocatedWord));
    worker.located.reserve(words);
    return {};
  }
  Status make_room_to_choose(const Document& document, Worker& worker) const {
    worker.located = {};
    const std::size_t chosen = worker.winnower.count(worker.words);
    TEXTKIN_RETURN_IF_ERROR(
        ask(document, worker.words.size(), worker.words.size() * kBytesAWord + chosen * kBytesAFingerprint));
    worker.chosen.reserve(chosen);
    return {};
  }

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
