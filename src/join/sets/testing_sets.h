// Sets and sources for the tests of this room.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "hash/mix.h"
#include "textkin/feature_set.h"
#include "textkin/feature_source.h"
#include "textkin/keep.h"

namespace textkin::join {

using Sets = std::vector<std::vector<Feature>>;

inline const double kThresholds[] = {.05, .1, .2, .3, .4, .5, .6, .7, .75, .8, .9, .95, 1, 1.0 / 3, 2.0 / 3};

inline std::vector<FeatureView> views(const Sets& sets) { return {sets.begin(), sets.end()}; }

// A feature that is mixed, as the contract promises, of a small number.
inline Feature feature(std::uint64_t n) { return hash::mix64(n + 1); }

inline std::vector<Feature> ascending(std::vector<Feature> set) {
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

// The features of numbers [from, to).
inline std::vector<Feature> range_set(std::uint64_t from, std::uint64_t to) {
  std::vector<Feature> set;
  for (std::uint64_t n = from; n < to; ++n) set.push_back(feature(n));
  return ascending(std::move(set));
}

// `count` sets of which many are alike: each is new, or an earlier one with some members exchanged; some are empty,
// some equal. Numbers below `common` are shared by unrelated sets.
inline Sets alike_sets(std::uint64_t seed, std::size_t count, std::size_t largest, std::uint64_t common = 20) {
  std::mt19937_64 random(seed);
  Sets sets;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Feature> set;
    if (i > 0 && random() % 4 != 0) {
      set = sets[random() % i];
      const std::size_t edits = random() % 4 == 0 ? 0 : random() % (set.size() / 3 + 2);
      for (std::size_t edit = 0; edit < edits; ++edit) {
        if (!set.empty() && random() % 2 == 0) {
          set.erase(set.begin() + static_cast<std::ptrdiff_t>(random() % set.size()));
        }
        if (random() % 2 == 0) set.push_back(feature(random() % 3 == 0 ? random() % common : random()));
      }
    } else {
      const std::size_t size = random() % (largest + 1);
      for (std::size_t n = 0; n < size; ++n) set.push_back(feature(random() % 3 == 0 ? random() % common : random()));
    }
    sets.push_back(ascending(std::move(set)));
  }
  return sets;
}

// One of `one_in` is 1.
inline std::vector<std::uint8_t> random_flags(std::uint64_t seed, std::size_t count, unsigned one_in) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> flags;
  for (std::size_t i = 0; i < count; ++i) flags.push_back(random() % one_in == 0);
  return flags;
}

inline KeepOrder random_order(std::uint64_t seed, std::size_t count) {
  KeepOrder order;
  for (std::uint32_t i = 0; i < count; ++i) order.rank.push_back(i);
  std::mt19937_64 random(seed);
  std::ranges::shuffle(order.rank, random);
  return order;
}

// Serves sets from memory, counts how often it was asked, and fails at one document if told so.
class SetSource : public FeatureSource {
 public:
  // `at_hand`: as if nothing had to be read for a set.
  explicit SetSource(const Sets& sets, DocId broken = kNoDoc, bool at_hand = true)
      : sets_(sets), broken_(broken), at_hand_(at_hand) {}
  Status append(DocId doc, std::vector<Feature>& out) override {
    ++reads;
    asked.push_back(doc);
    if (doc == broken_) return Status(Code::kIo, "document " + std::to_string(doc) + " cannot be read again");
    // As who makes a set of repeats does, it needs more room meanwhile.
    const std::size_t before = out.size();
    for (int i = 0; i < 2; ++i) out.insert(out.end(), sets_[doc].begin(), sets_[doc].end());
    out.resize(before + sets_[doc].size());
    return {};
  }
  Result<std::optional<std::uint32_t>> size_to_read(DocId doc) override {
    if (at_hand_) return std::optional<std::uint32_t>();
    return std::optional(static_cast<std::uint32_t>(sets_[doc].size()));
  }
  std::uint64_t reads = 0;
  std::vector<DocId> asked;  // in this order

 private:
  const Sets& sets_;
  DocId broken_;
  bool at_hand_;
};

// A source that has texts at hand, too; one of an empty string is not.
class TextSource final : public SetSource {
 public:
  TextSource(const Sets& sets, const std::vector<std::string>& texts) : SetSource(sets, kNoDoc, false), texts_(texts) {}
  Result<std::optional<std::string_view>> text_at_hand(DocId doc) override {
    ++texts;
    given_ = texts_[doc];
    return given_.empty() ? std::optional<std::string_view>() : std::optional<std::string_view>(given_);
  }
  std::uint64_t texts = 0;

 private:
  const std::vector<std::string>& texts_;
  std::string given_;  // as a reader's, it lives until the next call
};

inline FeatureSources set_sources(const Sets& sets, unsigned threads, DocId broken = kNoDoc, bool at_hand = true) {
  FeatureSources sources;
  for (unsigned i = 0; i < threads; ++i) sources.push_back(std::make_unique<SetSource>(sets, broken, at_hand));
  return sources;
}

inline std::uint64_t reads_of(const FeatureSources& sources) {
  std::uint64_t reads = 0;
  for (const auto& source : sources) reads += static_cast<const SetSource&>(*source).reads;
  return reads;
}

}  // namespace textkin::join
