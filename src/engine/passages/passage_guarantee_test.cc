// The guarantee of passages, end to end: whatever the script and whatever stands around it, every run of W words or
// more that two documents share is inside a passage; a character of a script without spaces is the part of a word that
// textkin/word_weight.h says, so that a run is one of 60 characters of Thai where W is 12; where a text repeats it more
// than 16 times, or the two share more than align::kFewPassages of them, on each side for itself.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "align/drop_repeats.h"
#include "engine/passages/find_passages.h"
#include "textkin/progress.h"
#include "textkin/word_weight.h"

namespace textkin::engine::passages {
namespace {

#ifdef NDEBUG
constexpr std::uint32_t kPairs = 540;
#else
constexpr std::uint32_t kPairs = 60;
#endif

struct Script {
  char32_t first;
  char32_t last;
  bool spaces;  // else each letter is a word
  std::uint32_t weight = kWordWeight;
};

constexpr auto kScripts = std::to_array<Script>({
    {U'a', U'z', true},           // Latin
    {0x430, 0x44F, true},         // Cyrillic
    {0x3B1, 0x3C9, true},         // Greek
    {0x641, 0x64A, true},         // Arabic
    {0x5D0, 0x5EA, true},         // Hebrew
    {0x915, 0x939, true},         // Devanagari
    {0xAC00, 0xD7A3, true},       // Hangul
    {0x4E00, 0x9FA5, false, 40},  // Han
    {0x3041, 0x3096, false, 20},  // Kana
    {0xE01, 0xE2E, false, 12},    // Thai
    {0x1780, 0x17B3, false, 12},  // Khmer
    {0xA000, 0xA48C, false, 30},  // Yi
    {U'\0', U'\0', true},         // each word in another one
});

std::string utf8(char32_t c) {
  std::string out;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
  return out;
}

struct Word {
  std::string bytes;
  std::uint32_t characters = 0;
  bool spaces = true;
  std::uint32_t weight = kWordWeight;

  bool operator==(const Word& other) const { return bytes == other.bytes; }
};

using Random = std::mt19937_64;

std::uint32_t below(Random& random, std::size_t most) { return static_cast<std::uint32_t>(random() % most); }

Word random_word(Random& random, Script script) {
  if (script.first == 0) script = kScripts[below(random, kScripts.size() - 1)];
  Word word{.bytes = {},
            .characters = script.spaces ? 3 + below(random, 6) : 1,
            .spaces = script.spaces,
            .weight = script.weight};
  for (std::uint32_t i = 0; i < word.characters; ++i)
    word.bytes += utf8(script.first + below(random, script.last - script.first + 1));
  return word;
}

// Words drawn from few or many; few make texts that repeat themselves.
class Vocabulary {
 public:
  Vocabulary(Random& random, const Script& script) : random_(random), script_(script) {
    for (std::uint32_t i = std::array{2u, 5u, 40u, 0u, 0u}[below(random, 5)]; i > 0; --i)
      words_.push_back(random_word(random, script));
  }
  Word draw() { return words_.empty() ? random_word(random_, script_) : words_[below(random_, words_.size())]; }
  // As few as weigh so many whole ones.
  std::vector<Word> draw_weighing(std::uint32_t words) {
    std::vector<Word> out;
    for (std::uint32_t weight = 0; weight < words * kWordWeight; weight += out.back().weight) out.push_back(draw());
    return out;
  }
  std::vector<Word> draw(std::uint32_t count) {
    std::vector<Word> out(count);
    for (Word& word : out) word = draw();
    return out;
  }

 private:
  Random& random_;
  Script script_;
  std::vector<Word> words_;
};

struct Text {
  std::string bytes;
  std::vector<Word> words;
  std::vector<std::uint32_t> begin;  // of its words, in characters
  std::vector<std::uint32_t> end;
};

// With now this, now that between the words.
Text written(Random& random, const std::vector<Word>& words) {
  constexpr auto kBetween = std::to_array<std::pair<const char*, std::uint32_t>>({{" ", 1}, {", ", 2}, {" — ", 3}});
  Text text{.bytes = {}, .words = words, .begin = {}, .end = {}};
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && (words[i - 1].spaces || words[i].spaces || below(random, 9) == 0)) {
      const auto& [bytes, characters] = kBetween[std::array{0, 0, 0, 0, 1, 2}[below(random, 6)]];
      text.bytes += bytes;
      at += characters;
    }
    text.begin.push_back(at);
    text.bytes += words[i].bytes;
    text.end.push_back(at += words[i].characters);
  }
  return text;
}

struct Planted {
  std::uint32_t pair;
  std::uint32_t a_begin, a_end, b_begin, b_end;  // characters
  bool repeated;  // more than 16 times in one of the texts, or among more than align::kFewPassages that they share
};

bool is_repeated(const std::vector<Word>& run, const std::vector<Word>& words) {
  std::size_t places = 0;
  for (auto at = words.begin(); (at = std::search(at, words.end(), run.begin(), run.end())) != words.end(); ++at)
    ++places;
  return places > 16;
}

// Whether there are more longest runs of equal words, each a passage by itself, than are all told with each of their
// places.
bool share_many(const std::vector<Word>& a, const std::vector<Word>& b, std::uint32_t guarantee) {
  std::size_t runs = 0;
  std::vector<std::uint32_t> before(b.size() + 1), weight(b.size() + 1);  // of the run that ends before each word of b
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      const bool goes_on = i < a.size() && j < b.size() && a[i] == b[j];
      if (!goes_on && before[j] >= guarantee * kWordWeight) ++runs;
      if (j < b.size()) weight[j + 1] = goes_on ? before[j] + a[i].weight : 0;
    }
    weight[0] = 0;
    std::swap(before, weight);
  }
  return runs > align::kFewPassages;
}

struct Case {
  std::string a, b;
  std::vector<Planted> planted;
};

// Two texts that share runs: at their ends, in the middle, one behind the other, one twice.
Case make_case(Random& random, const Script& script, std::uint32_t pair, std::uint32_t guarantee) {
  Vocabulary vocabulary(random, script);
  std::vector<std::vector<Word>> runs;
  for (std::uint32_t i = 1 + below(random, 2); i > 0; --i)
    runs.push_back(vocabulary.draw_weighing(guarantee + (below(random, 3) == 0 ? below(random, 20) : 0)));
  struct Place {
    std::uint32_t run, at;
  };
  const auto compose = [&](std::vector<Place>& places) {
    std::vector<Word> words;
    const auto fill = [&] {
      if (below(random, 3) == 0) return;  // runs touch each other or the text's end
      const std::vector<Word> more = vocabulary.draw(below(random, 60));
      words.insert(words.end(), more.begin(), more.end());
    };
    std::vector<std::uint32_t> order;
    for (std::uint32_t run = 0; run < runs.size(); ++run) order.push_back(run);
    if (below(random, 4) == 0) order.push_back(0);
    std::ranges::shuffle(order, random);
    for (const std::uint32_t run : order) {
      fill();
      places.push_back({run, static_cast<std::uint32_t>(words.size())});
      words.insert(words.end(), runs[run].begin(), runs[run].end());
    }
    fill();
    return written(random, words);
  };
  std::vector<Place> in_a, in_b;
  const Text a = compose(in_a);
  const Text b = compose(in_b);
  Case out{a.bytes, b.bytes, {}};
  const bool many = share_many(a.words, b.words, guarantee);
  for (const Place& x : in_a)
    for (const Place& y : in_b) {
      if (x.run != y.run) continue;
      const std::vector<Word>& run = runs[x.run];
      const std::size_t last = run.size() - 1;
      out.planted.push_back({pair, a.begin[x.at], a.end[x.at + last], b.begin[y.at], b.end[y.at + last],
                             many || is_repeated(run, a.words) || is_repeated(run, b.words)});
    }
  return out;
}

std::string write_lines(const std::string& name, const std::vector<std::string>& lines) {
  const std::string path = testing::TempDir() + "guarantee_" + std::to_string(::getpid()) + name;
  std::ofstream out(path);
  for (const std::string& line : lines) out << line << '\n';
  return path;
}

class PassageGuarantee : public testing::TestWithParam<std::uint32_t> {};

TEST_P(PassageGuarantee, EveryPlantedRunIsInsideAPassage) {
  const std::uint32_t guarantee = GetParam();
  Random random(guarantee);
  std::vector<std::string> a, b;
  std::vector<Planted> planted;
  for (const Script& script : kScripts)
    for (std::uint32_t i = 0; i < kPairs; ++i) {
      Case made = make_case(random, script, static_cast<std::uint32_t>(a.size()), guarantee);
      a.push_back(std::move(made.a));
      b.push_back(std::move(made.b));
      planted.insert(planted.end(), made.planted.begin(), made.planted.end());
    }
  run::ReadOptions options;
  options.inputs.spec.arguments = {write_lines("a.txt", a)};
  options.inputs.against = {write_lines("b.txt", b)};
  options.inputs.spec.lines = true;
  options.limits.threads = 2;
  options.limits.memory = 1u << 30;
  PassagesOptions wanted;
  wanted.align.guarantee = guarantee;
  wanted.common = 1000000;
  Silence silence;
  run::StageClock clock;
  const Result<FoundPassages> found = find_passages(*run::settle(options), wanted, silence, clock);
  std::filesystem::remove(options.inputs.spec.arguments[0]);
  std::filesystem::remove(options.inputs.against[0]);
  ASSERT_TRUE(found.ok()) << found.status().message();

  std::map<DocId, std::vector<Passage>> of_pair;
  for (const Passage& passage : found->passages)
    if (passage.b == passage.a + a.size()) of_pair[passage.a].push_back(passage);
  std::size_t missed = 0;
  for (const Planted& run : planted) {
    const auto in_a = [&](const Passage& x) {
      return x.a_offset <= run.a_begin && run.a_end <= x.a_offset + x.a_length;
    };
    const auto in_b = [&](const Passage& x) {
      return x.b_offset <= run.b_begin && run.b_end <= x.b_offset + x.b_length;
    };
    const std::vector<Passage>& passages = of_pair[run.pair];
    const bool inside = run.repeated
                            ? std::ranges::any_of(passages, in_a) && std::ranges::any_of(passages, in_b)
                            : std::ranges::any_of(passages, [&](const Passage& x) { return in_a(x) && in_b(x); });
    if (!inside && ++missed == 1)
      ADD_FAILURE() << "characters " << run.a_begin << " to " << run.a_end << " of\n"
                    << a[run.pair] << "\nand " << run.b_begin << " to " << run.b_end << " of\n"
                    << b[run.pair];
  }
  EXPECT_EQ(missed, 0u) << "of " << planted.size();
  RecordProperty("runs", static_cast<int>(planted.size()));
}

INSTANTIATE_TEST_SUITE_P(Words, PassageGuarantee, testing::Values(3, 5, 8, 9, 12, 15, 20, 28, 40));

}  // namespace
}  // namespace textkin::engine::passages
