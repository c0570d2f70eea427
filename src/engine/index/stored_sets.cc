#include "engine/index/stored_sets.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "text/catalog.h"

namespace textkin::engine::index {
namespace {

// "Cuts" what is stored into the features that it is.
class SetReader final : public Shingler {
 public:
  void append_distinct(std::string_view stored, std::vector<Feature>& out) override {
    const std::size_t before = out.size();
    const std::size_t count = stored.size() / sizeof(Feature);
    out.resize(before + count);
    if (count > 0) std::memcpy(out.data() + before, stored.data(), count * sizeof(Feature));
  }
  void append_counted(std::string_view stored, std::vector<Feature>& out, std::vector<double>& counts) override {
    append_distinct(stored, out);
    counts.resize(out.size(), 1.0);  // an index compares sets
  }
  void append_sorted(std::string_view stored, std::vector<Feature>& out) override { append_distinct(stored, out); }
};

}  // namespace

std::string stored_set(FeatureView set) {
  return std::string(reinterpret_cast<const char*>(set.data()), set.size() * sizeof(Feature));
}

Result<std::unique_ptr<Shingler>> shingler_of_stored(const IndexSpec& spec) {
  if (spec.store != Store::kText) return std::unique_ptr<Shingler>(std::make_unique<SetReader>());
  return text::make_shingler(spec.text);
}

Status check_keeps_texts(const IndexSpec& spec, const std::string& folder, const char* what, const char* instead) {
  if (spec.store == Store::kText) return {};
  return Status(Code::kInvalidArgument, fmt::format("{} was made with --store {} and keeps no texts, which {}; {}",
                                                    folder, word_of(kStoreWords, spec.store), what, instead));
}

Status check_compares(const IndexSpec& spec, const std::string& folder, const char* option) {
  if (spec.store != Store::kNone) return {};
  return Status(Code::kInvalidArgument,
                fmt::format("{} was made with --store none and keeps nothing that {} could read; leave it out: answers "
                            "are estimates, each with its interval",
                            folder, option));
}

}  // namespace textkin::engine::index
