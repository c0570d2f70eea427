#include "engine/read/feature_sources.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "hash/key.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "text/catalog.h"

namespace textkin::engine::read {
namespace {

class RetainedFeatures final : public FeatureSource {
 public:
  explicit RetainedFeatures(std::shared_ptr<const std::vector<FeatureView>> views) : views_(std::move(views)) {}

  Status append(DocId doc, std::vector<Feature>& out) override {
    const FeatureView view = (*views_)[doc];
    out.insert(out.end(), view.begin(), view.end());
    return {};
  }

 private:
  std::shared_ptr<const std::vector<FeatureView>> views_;
};

class RereadFeatures final : public FeatureSource {
 public:
  RereadFeatures(const Collection& collection, std::unique_ptr<Shingler> shingler)
      : collection_(collection),
        documents_(collection.table),
        reader_(collection.settings, collection.list, collection.spool),
        shingler_(std::move(shingler)) {}

  Status append(DocId doc, std::vector<Feature>& out) override {
    TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
    TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader_.text(row_.record));
    const std::size_t before = out.size();
    shingler_->append_sorted(text, out);
    // The first pass counted the same text; a file that was edited meanwhile must not give a verdict on another text.
    if (out.size() - before == row_.size) return {};
    return Status(Code::kBadInput, fmt::format("{} changed while it was read; run again on files that stand still",
                                               collection_.place(row_.record)));
  }

  Result<std::optional<std::uint32_t>> size_to_read(DocId doc) override {
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint32_t size, documents_.read_size(doc));
    return std::optional(size);
  }

  Result<std::optional<std::string_view>> text_at_hand(DocId doc) override {
    if (!documents_.is_held(doc)) return std::optional<std::string_view>();
    TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
    return reader_.text_held(row_.record);
  }

 private:
  const Collection& collection_;
  store::DocumentReader documents_;
  store::DocumentRow row_;
  input::RecordReader reader_;
  std::unique_ptr<Shingler> shingler_;
};

Result<FeatureSources> sources_by(const TextSpec& spec, const Collection& collection) {
  FeatureSources sources;
  std::shared_ptr<const std::vector<FeatureView>> views;
  if (collection.features_retained)
    views = std::make_shared<const std::vector<FeatureView>>(collection.feature_views());
  for (unsigned thread = 0; thread < collection.threads; ++thread) {
    if (views != nullptr) {
      sources.push_back(std::make_unique<RetainedFeatures>(views));
      continue;
    }
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, text::make_shingler(spec));
    sources.push_back(std::make_unique<RereadFeatures>(collection, std::move(shingler)));
  }
  return sources;
}

}  // namespace

Result<FeatureSources> feature_sources(const Collection& collection) { return sources_by(collection.text, collection); }

Result<FeatureSources> verifying_sources(const Collection& collection) {
  TextSpec spec = collection.text;
  if (text::takes_a_key(spec)) spec.secret = hash::fresh_secret();
  return sources_by(spec, collection);
}

Status read_all_features(FeatureSources& sources, DocId documents, std::vector<std::unique_ptr<FeatureBlock>>& blocks) {
  constexpr std::size_t kBlock = 1024;
  blocks.resize((documents + kBlock - 1) / kBlock);
  const auto threads = static_cast<unsigned>(sources.size());
  return base::parallel_for(blocks.size(), threads, [&](std::size_t index, unsigned worker) -> Status {
    blocks[index] = std::make_unique<FeatureBlock>();
    FeatureBlock& block = *blocks[index];
    const auto end = static_cast<DocId>(std::min<std::size_t>(documents, (index + 1) * kBlock));
    for (auto doc = static_cast<DocId>(index * kBlock); doc < end; ++doc) {
      TEXTKIN_RETURN_IF_ERROR(sources[worker]->append(doc, block.values));
      block.offsets.push_back(block.values.size());
    }
    block.values.shrink_to_fit();
    return {};
  });
}

}  // namespace textkin::engine::read
