#include "align/exclusions/template_words.h"

#include <algorithm>

namespace textkin::align {
namespace {

constexpr std::uint32_t kGram = 3;
constexpr std::uint32_t kAlone = 6;      // words of a run that needs no other beside it
constexpr std::uint32_t kLeastLine = 2;  // words
constexpr std::uint32_t kNear = 3;       // words between a run and one that stands alone
constexpr std::uint32_t kChanged = 2;    // words that may stand instead of others
constexpr std::size_t kMostTemplatePlaces = 64;
constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;

std::uint64_t hash_of(Words words) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = hash::mix64(hash ^ word);
  return hash;
}

// Where each word of a text stands in the templates: a run at a time.
class Places {
 public:
  explicit Places(std::size_t words) : at_(words, kNowhere) {}

  void set(const CommonRun& run) {
    for (std::uint32_t i = 0; i < run.length; ++i)
      if (at_[run.a + i] == kNowhere) at_[run.a + i] = run.b + i;
  }

  // Whether a run that was set ends shortly before this one, or begins shortly behind it, in both texts.
  bool near(const CommonRun& run) const {
    for (std::uint32_t back = 1; back <= kNear + 1 && back <= run.a; ++back) {
      const std::uint32_t place = at_[run.a - back];
      if (place != kNowhere && place < run.b && run.b - place <= kNear + 1) return true;
    }
    for (std::uint32_t on = 0; on <= kNear && run.a_end() + on < at_.size(); ++on) {
      const std::uint32_t place = at_[run.a_end() + on];
      if (place != kNowhere && place >= run.b_end() && place - run.b_end() <= kNear) return true;
    }
    return false;
  }

  // Words that stand instead of others.
  void bridge() {
    for (std::size_t i = 1; i < at_.size(); ++i) {
      if (at_[i] != kNowhere || at_[i - 1] == kNowhere) continue;
      std::size_t end = i;
      while (end < at_.size() && at_[end] == kNowhere) ++end;
      const std::uint32_t before = at_[i - 1];
      const bool changed =
          end < at_.size() && end - i <= kChanged && at_[end] > before + 1 && at_[end] - before - 1 <= kNear;
      for (; i < end; ++i)
        if (changed) at_[i] = before;
    }
  }

  void runs(std::vector<std::pair<std::uint32_t, std::uint32_t>>& out) const {
    for (std::uint32_t i = 0; i < at_.size(); ++i) {
      if (at_[i] == kNowhere) continue;
      if (!out.empty() && out.back().second == i)
        ++out.back().second;
      else
        out.emplace_back(i, i + 1);
    }
  }

 private:
  std::vector<std::uint32_t> at_;
};

}  // namespace

void TemplateWords::add(Words words, const std::vector<bool>& starts_line) {
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end) {
    end = begin + 1;
    while (end < words.size() && !starts_line[end]) ++end;
    const std::size_t length = end - begin;
    const std::uint64_t weight = weight_of(words.subspan(begin, length));
    if (weight >= kLeastLine * kWordWeight && weight < kAlone * kWordWeight)
      lines_.emplace_back(hash_of(words.subspan(begin, length)), static_cast<std::uint32_t>(length));
  }
  words_.insert(words_.end(), words.begin(), words.end());
  count_ += words.size();
  words_.push_back(whole_word(hash::mix64(~words_.size())));
}

void TemplateWords::index() {
  std::ranges::sort(lines_);
  grams_.index(words_, kGram);
}

void TemplateWords::find(Words words, std::vector<std::pair<std::uint32_t, std::uint32_t>>& out) const {
  out.clear();
  std::vector<Seed> seeds;
  std::vector<CommonRun> lines;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    std::uint64_t weight = 0;
    std::uint64_t hash = 0;
    for (std::uint32_t length = 1; i + length <= words.size(); ++length) {
      hash = hash::mix64(hash ^ words[i + length - 1]);
      weight += weight_of(words[i + length - 1]);
      if (weight >= kAlone * kWordWeight) break;
      if (weight >= kLeastLine * kWordWeight && std::ranges::binary_search(lines_, std::pair(hash, length)))
        lines.push_back({i, 0, length});
    }
    const Gram run = gram_at(words, i, kGram);
    if (run.words == 0) continue;
    const auto same = std::ranges::equal_range(grams_.all(), run.hash, {}, &WordGrams::Place::first);
    for (const auto& [gram, place] :
         std::span(same.begin(), same.end()).first(std::min(same.size(), kMostTemplatePlaces)))
      seeds.push_back({i, place});
  }
  std::vector<CommonRun> runs;
  common_runs(words, words_, seeds, runs);

  Places places(words.size());
  std::vector<CommonRun> alone;
  for (const CommonRun& run : runs)
    if (weight_of(words.subspan(run.a, run.length)) >= kAlone * kWordWeight) alone.push_back(run);
  std::ranges::stable_sort(alone, std::ranges::greater(), &CommonRun::length);
  for (const CommonRun& run : alone) places.set(run);
  for (const CommonRun& run : runs)
    if (places.near(run)) places.set(run);
  for (auto run = runs.rbegin(); run != runs.rend(); ++run)
    if (places.near(*run)) places.set(*run);
  places.bridge();
  places.runs(out);

  for (const CommonRun& line : lines) out.emplace_back(line.a, line.a_end());
  std::ranges::sort(out);
  std::size_t kept = 0;
  for (const auto& run : out) {
    if (kept > 0 && run.first <= out[kept - 1].second)
      out[kept - 1].second = std::max(out[kept - 1].second, run.second);
    else
      out[kept++] = run;
  }
  out.resize(kept);
}

}  // namespace textkin::align
