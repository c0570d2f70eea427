#include "engine/find/candidates.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/spilling_records.h"
#include "engine/read/feature_sources.h"
#include "join/bands/banding.h"
#include "join/sets/overlap.h"
#include "sketch/catalog.h"

namespace textkin::engine::find {
namespace {

constexpr double kAnyConfidence = 0.95;  // no interval is asked for

// A document with its set and signature, made again from what was read.
class SketchedDocument {
 public:
  Status read(DocId doc, FeatureSource& source, Sketcher& sketcher) {
    if (doc == doc_) return {};
    doc_ = kNoDoc;
    set_ = {};
    TEXTKIN_RETURN_IF_ERROR(source.features(doc, set_.values));
    set_.offsets.push_back(set_.values.size());
    sketcher.sketch(set_, signature_);
    doc_ = doc;
    return {};
  }
  const SignatureBlock& signature() const { return signature_; }
  FeatureView set() const { return set_[0]; }

 private:
  DocId doc_ = kNoDoc;
  FeatureBlock set_;
  SignatureBlock signature_;
};

class CandidateSearch {
 public:
  CandidateSearch(const read::Collection& collection, const Plan& plan, std::unique_ptr<Sketcher> sketcher,
                  std::unique_ptr<FeatureSource> source)
      : collection_(collection),
        plan_(plan),
        sketcher_(std::move(sketcher)),
        source_(std::move(source)),
        records_(collection.directory->path(), collection.shares.unwritten) {}

  Status collect() {
    join::BandRecords made;
    for (DocId doc = 0; doc < collection_.documents(); ++doc) {
      TEXTKIN_RETURN_IF_ERROR(a_.read(doc, *source_, *sketcher_));
      join::make_band_records(a_.signature(), plan_, doc, made);
      TEXTKIN_RETURN_IF_ERROR(records_.append(made.bands));
    }
    return {};
  }

  Status give(const std::function<Status(const Candidate&)>& use) {
    std::vector<base::KeyValue> records;
    for (std::size_t partition = 0; partition < base::RecordPartitions::kPartitions; ++partition) {
      records.clear();
      TEXTKIN_RETURN_IF_ERROR(records_.take(partition, records));
      base::sort(records.data(), records.size());
      for (std::size_t begin = 0, end = 0; begin < records.size(); begin = end) {
        while (end < records.size() && records[end].key == records[begin].key) ++end;
        TEXTKIN_RETURN_IF_ERROR(give_bucket(std::span(records).subspan(begin, end - begin), use));
      }
    }
    return {};
  }

 private:
  bool two_sides() const { return collection_.against < collection_.documents(); }

  Status give_bucket(std::span<const base::KeyValue> bucket, const std::function<Status(const Candidate&)>& use) {
    for (std::size_t i = 0; i < bucket.size(); ++i)
      for (std::size_t j = i + 1; j < bucket.size(); ++j) {
        const auto a = static_cast<DocId>(bucket[i].value);
        const auto b = static_cast<DocId>(bucket[j].value);
        if (two_sides() && (a >= collection_.against || b < collection_.against)) continue;
        TEXTKIN_RETURN_IF_ERROR(give_pair(a, b, bucket[i].key, use));
      }
    return {};
  }

  Status give_pair(DocId a, DocId b, std::uint64_t key, const std::function<Status(const Candidate&)>& use) {
    TEXTKIN_RETURN_IF_ERROR(a_.read(a, *source_, *sketcher_));
    TEXTKIN_RETURN_IF_ERROR(b_.read(b, *source_, *sketcher_));
    Candidate pair{.a = a, .b = b, .bucket = key};
    for (std::uint32_t band = plan_.bands; band-- > 0;) {
      const auto cells_of = [&](const SketchedDocument& document) {
        return document.signature()[0].subspan(std::size_t{band} * plan_.rows, plan_.rows);
      };
      if (!std::ranges::equal(cells_of(a_), cells_of(b_))) continue;
      ++pair.bands;
      pair.band = band;
    }
    // Another band's bucket has this pair already, or two bands have one key by chance.
    if (pair.bands == 0 || key_of(pair.band) != key) return {};
    TEXTKIN_ASSIGN_OR_RETURN(const Estimate estimate,
                             sketcher_->estimate(a_.signature(), 0, b_.signature(), 0, kAnyConfidence));
    pair.estimate = estimate.value;
    pair.shared = join::overlap(a_.set(), b_.set());
    pair.size_a = a_.set().size();
    pair.size_b = b_.set().size();
    return use(pair);
  }

  std::uint64_t key_of(std::uint32_t band) {
    join::make_band_records(a_.signature(), plan_, 0, keys_);
    return keys_.bands[band].key;
  }

  const read::Collection& collection_;
  const Plan plan_;
  std::unique_ptr<Sketcher> sketcher_;
  std::unique_ptr<FeatureSource> source_;
  base::SpillingRecords records_;
  SketchedDocument a_;
  SketchedDocument b_;
  join::BandRecords keys_;  // of a_
};

}  // namespace

Status each_candidate(const read::Collection& collection, const Plan& plan, const SketchOptions& sketch,
                      const std::function<Status(const Candidate&)>& use) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(sketch));
  TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::feature_sources(collection));
  CandidateSearch search(collection, plan, std::move(sketcher), std::move(sources.front()));
  TEXTKIN_RETURN_IF_ERROR(search.collect());
  return search.give(use);
}

}  // namespace textkin::engine::find
