#include "engine/features.h"

#include <fmt/format.h>

#include "input/record_reader.h"
#include "text/catalog.h"

namespace textkin::engine {
namespace {

class RetainedFeatures final : public FeatureSource {
 public:
  explicit RetainedFeatures(std::shared_ptr<const std::vector<FeatureView>> views) : views_(std::move(views)) {}

  Status features(DocId doc, std::vector<Feature>& out) override {
    const FeatureView view = (*views_)[doc];
    out.assign(view.begin(), view.end());
    return {};
  }

 private:
  std::shared_ptr<const std::vector<FeatureView>> views_;
};

class RereadFeatures final : public FeatureSource {
 public:
  RereadFeatures(const Collection& collection, std::unique_ptr<Shingler> shingler)
      : collection_(collection),
        reader_(collection.spec, collection.list, collection.spool),
        shingler_(std::move(shingler)) {}

  Status features(DocId doc, std::vector<Feature>& out) override {
    Result<std::string_view> text = reader_.text(collection_.records[doc]);
    if (!text.ok()) return text.status();
    shingler_->sorted_set(*text, out);
    // The first pass counted the same text; a file that was edited meanwhile must not give a verdict on another text.
    if (out.size() == collection_.sizes[doc]) return {};
    return Status(Code::kBadInput, fmt::format("{} changed while it was read; run again on files that stand still",
                                               collection_.place(doc)));
  }

 private:
  const Collection& collection_;
  input::RecordReader reader_;
  std::unique_ptr<Shingler> shingler_;
};

}  // namespace

Result<join::FeatureSources> feature_sources(const Collection& collection, const RunOptions& options) {
  join::FeatureSources sources;
  std::shared_ptr<const std::vector<FeatureView>> views;
  if (collection.features_retained)
    views = std::make_shared<const std::vector<FeatureView>>(collection.feature_views());
  for (unsigned thread = 0; thread < options.threads; ++thread) {
    if (views != nullptr) {
      sources.push_back(std::make_unique<RetainedFeatures>(views));
      continue;
    }
    Result<std::unique_ptr<Shingler>> shingler = text::make_shingler(options.text);
    if (!shingler.ok()) return shingler.status();
    sources.push_back(std::make_unique<RereadFeatures>(collection, std::move(shingler).value()));
  }
  return sources;
}

}  // namespace textkin::engine
