#include "engine/passages/fingerprint_visitor.h"

#include "align/fingerprint_join.h"

namespace textkin::engine::passages {

FingerprintVisitor::FingerprintVisitor(const align::WinnowSpec& spec, unsigned threads, base::SpillingRecords& out,
                                       FoundPassages& found)
    : out_(out), found_(found), too_large_(found.collection) {
  for (unsigned thread = 0; thread < threads; ++thread) workers_.push_back(std::make_unique<Worker>(spec, found));
}

Status FingerprintVisitor::make(std::span<const Document> documents, unsigned thread, FingerprintBlock& made) {
  Worker& worker = *workers_[thread];
  TextFingerprints& fingerprints = worker.fingerprints;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto look = [&](std::span<const text::LocatedWord> words) {
      worker.finder.find(documents[i].text, words, {}, worker.excluded);
      add_words(worker.excluded, made.excluded_words);
    };
    const std::uint64_t needed =
        fingerprints.choose_or_tell(documents[i], found_.collection, look, kBytesAnAlignedWord + kBytesASharedWord);
    if (needed > 0) too_large_.meet(needed, found_.collection.place(documents[i].record));
    made.fingerprints += fingerprints.all_chosen();
    if (made.records.empty()) made.records.reserve(fingerprints.chosen().size());
    for (const align::Fingerprint& chosen : fingerprints.chosen())
      made.records.push_back(align::fingerprint_record(chosen.hash, static_cast<DocId>(i), chosen.place));
    made.sizes.push_back(static_cast<std::uint32_t>(fingerprints.words()));
    fingerprints.end(documents[i], found_.collection);
  }
  return {};
}

Status FingerprintVisitor::take(DocId first, FingerprintBlock& made) {
  for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
    found_.stats.excluded_words[kind] += made.excluded_words[kind];
  found_.stats.fingerprints += made.fingerprints;
  for (base::KeyValue& record : made.records) record.value += std::uint64_t{first} << 32;
  return out_.append(made.records);
}

void FingerprintVisitor::refuse(const input::Problem& problem) {
  if (found_.problems.size() < FoundPassages::kMostProblems) found_.problems.push_back(problem.message);
}

}  // namespace textkin::engine::passages
