// Writes a collection of English-like documents as JSONL, with planted near-duplicates of exactly known similarity.
//
// Words come from a vocabulary of 50,000 pseudo-words under Zipf's law, in sentences with capitals and punctuation.
// A share of the documents are copies of an earlier one with a few words replaced, dropped or added. The truth file
// lists every pair inside such a family with its word-5-gram Jaccard similarity, computed here from the definition
// (lower-case runs of letters and digits; the set of all runs of five); pairs of different families share next to
// nothing. Each document is made from its own random stream, so that a copy's original is made again, not kept.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

struct Options {
  std::uint32_t documents = 100'000;
  std::uint32_t bytes = 2000;  // mean length of a text
  std::uint64_t seed = 1;
  double near_share = 0.2;      // of the documents are copies
  double exact_share = 0.2;     // of the copies have equal words
  double accented_share = 0.0;  // of the families are written with accented letters
  std::string output;
  std::string truth;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t x = (state_ += 0x9E3779B97F4A7C15ull);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

constexpr std::uint32_t kWords = 50'000;

class Vocabulary {
 public:
  Vocabulary() {
    static constexpr std::array<std::string_view, 24> kStarts{"th", "s",  "t",  "w", "c", "b",  "p", "h",
                                                              "f",  "m",  "d",  "r", "l", "g",  "n", "st",
                                                              "pr", "ch", "tr", "k", "v", "gr", "j", ""};
    static constexpr std::array<std::string_view, 10> kVowels{"e", "a", "o", "i", "e", "u", "ea", "ou", "ai", "y"};
    static constexpr std::array<std::string_view, 16> kEnds{"", "n",  "r",  "s", "t", "d", "l", "",
                                                            "", "ng", "st", "m", "",  "",  "",  "p"};
    Random chance(20'240'101);
    std::unordered_set<std::string> seen;
    while (words_.size() < kWords) {
      // Frequent words are short, as in any language.
      const double rank = static_cast<double>(words_.size() + 1);
      const auto syllables = 1 + static_cast<int>(chance.uniform() * (0.2 + std::log10(rank) * 0.42));
      std::string word;
      for (int i = 0; i < syllables; ++i) {
        // Cubes of a uniform number prefer the first, frequent letters.
        const double u = chance.uniform(), v = chance.uniform();
        word += kStarts[static_cast<std::size_t>(u * u * kStarts.size())];
        word += kVowels[static_cast<std::size_t>(v * v * kVowels.size())];
        word += kEnds[chance.below(kEnds.size())];
      }
      if (seen.insert(word).second) words_.push_back(word);
    }
    double total = 0;
    for (std::uint32_t i = 0; i < kWords; ++i) total += 1.0 / (i + 2.7);
    table_.reserve(kTable);
    double reached = 0;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      reached += 1.0 / (i + 2.7) / total;
      const auto end = i + 1 == kWords ? kTable : static_cast<std::size_t>(reached * kTable);
      while (table_.size() < end) table_.push_back(static_cast<std::uint16_t>(i));
    }
  }

  std::uint16_t sample(Random& chance) const { return table_[chance.next() % kTable]; }
  std::string_view operator[](std::uint16_t word) const { return words_[word]; }

 private:
  static constexpr std::size_t kTable = 1u << 20;
  std::vector<std::string> words_;
  std::vector<std::uint16_t> table_;
};

using Words = std::vector<std::uint16_t>;

// What a document is made of: an original, or a copy of one.
struct Origin {
  std::uint32_t original;
  bool copy;
};

class Collection {
 public:
  explicit Collection(const Options& options) : options_(options) {}

  Origin origin(std::uint32_t document) {
    Random chance = stream(document, 0);
    if (originals_.empty() || chance.uniform() >= options_.near_share) {
      originals_.push_back(document);
      return {document, false};
    }
    return {originals_[chance.below(static_cast<std::uint32_t>(originals_.size()))], true};
  }

  Words words(std::uint32_t document, Origin origin) const {
    Words words;
    Random chance = stream(origin.original, 1);
    // Lengths spread from a third to three times the mean, as texts do.
    const double spread = std::exp(0.45 * (chance.uniform() + chance.uniform() + chance.uniform() - 1.5) * 2);
    const auto count = static_cast<std::size_t>(std::max(20.0, options_.bytes / kBytesAWord * spread * 0.93));
    words.reserve(count);
    for (std::size_t i = 0; i < count; ++i) words.push_back(vocabulary_.sample(chance));
    if (origin.copy) edit(words, document);
    return words;
  }

  // The text with capitals and marks; how it is set depends on the document, its words do not.
  void write_text(const Words& words, std::uint32_t document, Origin origin, std::string& out) const {
    Random chance = stream(document, 2);
    const bool accented = Random(stream(origin.original, 3)).uniform() < options_.accented_share;
    std::uint32_t left = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool first = left == 0;
      if (first) left = 6 + chance.below(20);
      const std::size_t begin = out.size();
      for (const char letter : vocabulary_[words[i]]) {
        if (accented && letter == 'e' && words[i] % 16 == 5) {
          out += "\xC3\xA9";
        } else {
          out += letter;
        }
      }
      if (first && static_cast<unsigned char>(out[begin]) < 0x80)
        out[begin] = static_cast<char>(out[begin] - 'a' + 'A');
      --left;
      const std::uint32_t mark = chance.below(100);
      if (i + 1 == words.size()) {
        out += '.';
      } else if (left == 0) {
        out += mark < 12 ? ".\\n\\n" : mark < 20 ? "? " : ". ";
      } else {
        out += mark < 6 ? ", " : mark < 7 ? "; " : mark < 8 ? " \\\"" : mark < 9 ? "\\\" " : mark < 10 ? " - " : " ";
      }
    }
  }

 private:
  static constexpr double kBytesAWord = 6.1;

  Random stream(std::uint32_t document, std::uint64_t purpose) const {
    Random mixer(options_.seed * 0x2545F4914F6CDD1Dull + purpose);
    return Random(mixer.next() ^ (document * 0xD6E8FEB86659FD93ull));
  }

  // Each edit of one word touches at most five runs of five; their number aims at a similarity between 0.5 and 1.
  void edit(Words& words, std::uint32_t document) const {
    Random chance = stream(document, 4);
    if (chance.uniform() < options_.exact_share) return;
    const double aim = 0.5 + 0.5 * chance.uniform();
    const double changed = static_cast<double>(words.size()) * (1 - aim) / (1 + aim);
    const auto edits = static_cast<std::uint32_t>(std::max(1.0, changed / 4.6));
    for (std::uint32_t i = 0; i < edits; ++i) {
      const std::uint32_t place = chance.below(static_cast<std::uint32_t>(words.size()));
      const std::uint32_t kind = chance.below(4);
      if (kind < 2) {
        words[place] = vocabulary_.sample(chance);
      } else if (kind == 2) {
        words.erase(words.begin() + place);
      } else {
        words.insert(words.begin() + place, vocabulary_.sample(chance));
      }
    }
  }

  const Options& options_;
  Vocabulary vocabulary_;
  std::vector<std::uint32_t> originals_;
};

// The set of all runs of five words; five numbers below 2^16 fit one number exactly.
std::vector<unsigned __int128> shingles(const Words& words) {
  std::vector<unsigned __int128> set;
  set.reserve(words.size());
  unsigned __int128 run = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    run = ((run << 16) | words[i]) & ((static_cast<unsigned __int128>(1) << 80) - 1);
    if (i >= 4) set.push_back(run);
  }
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

double jaccard(const Words& a, const Words& b) {
  const auto x = shingles(a), y = shingles(b);
  std::size_t shared = 0;
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i] == y[j]) ++shared;
    const bool step_i = x[i] <= y[j], step_j = y[j] <= x[i];
    i += step_i;
    j += step_j;
  }
  return static_cast<double>(shared) / static_cast<double>(x.size() + y.size() - shared);
}

std::string name(std::uint32_t document) { return fmt::format("d{:08}", document); }

bool write(std::FILE* file, std::string_view bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
}

bool generate(const Options& options, std::FILE* output, std::FILE* truth) {
  Collection collection(options);
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> families;  // original -> its copies so far
  std::string line;
  if (!write(truth, "id_a\tid_b\tjaccard\n")) return false;
  for (std::uint32_t document = 0; document < options.documents; ++document) {
    const Origin origin = collection.origin(document);
    const Words words = collection.words(document, origin);
    if (origin.copy) {
      auto& copies = families[origin.original];
      const auto relate = [&](std::uint32_t other, bool copy) {
        const double similarity = jaccard(collection.words(other, {origin.original, copy}), words);
        return write(truth, fmt::format("{}\t{}\t{}\n", name(other), name(document), similarity));
      };
      if (!relate(origin.original, false)) return false;
      for (const std::uint32_t copy : copies) {
        if (!relate(copy, true)) return false;
      }
      copies.push_back(document);
    }
    line = fmt::format(R"({{"id": "{}", "url": "https://example.org/{:x}/{}", "lang": "en", "year": {}, "text": ")",
                       name(document), document * 2654435761u, document % 977, 1990 + document % 35);
    collection.write_text(words, document, origin, line);
    line += "\"}\n";
    if (!write(output, line)) return false;
  }
  return std::fflush(output) == 0 && std::fflush(truth) == 0;
}

int usage(std::string_view complaint) {
  fmt::print(stderr,
             "bench_generate: {}\nusage: bench_generate -o FILE.jsonl --truth FILE.tsv [--documents N] [--bytes N] "
             "[--seed N]\n"
             "       [--near-share P] [--exact-share P] [--accented-share P]\n",
             complaint);
  return 2;
}

template <class Number>
bool parse(const char* text, Number& value) {
  const char* end = text + std::strlen(text);
  return std::from_chars(text, end, value).ptr == end;
}

}  // namespace

int main(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    const std::string_view option = arguments[i];
    if (i + 1 == count) return usage(fmt::format("{} needs a value", option));
    const char* value = arguments[i + 1];
    bool good = true;
    if (option == "--documents") {
      good = parse(value, options.documents);
    } else if (option == "--bytes") {
      good = parse(value, options.bytes);
    } else if (option == "--seed") {
      good = parse(value, options.seed);
    } else if (option == "--near-share") {
      good = parse(value, options.near_share);
    } else if (option == "--exact-share") {
      good = parse(value, options.exact_share);
    } else if (option == "--accented-share") {
      good = parse(value, options.accented_share);
    } else if (option == "-o") {
      options.output = value;
    } else if (option == "--truth") {
      options.truth = value;
    } else {
      return usage(fmt::format("unknown option {}", option));
    }
    if (!good) return usage(fmt::format("{} cannot be {}", option, value));
  }
  if (options.output.empty() || options.truth.empty()) return usage("-o and --truth are needed");
  std::FILE* output = std::fopen(options.output.c_str(), "wb");
  std::FILE* truth = std::fopen(options.truth.c_str(), "wb");
  if (output == nullptr || truth == nullptr || !generate(options, output, truth)) {
    fmt::print(stderr, "bench_generate: cannot write {} or {}: {}\n", options.output, options.truth,
               std::strerror(errno));
    return 2;
  }
  return std::fclose(output) == 0 && std::fclose(truth) == 0 ? 0 : 2;
}
