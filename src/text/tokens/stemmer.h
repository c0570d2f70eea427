// Stemmer: a word -> its stem, by the Snowball algorithms of a language ("connection", "connected" -> "connect").
//
// Porter 1980, An algorithm for suffix stripping; Porter 2001, Snowball: a language for stemming algorithms. They
// expect small letters and composed characters: fold the case first. Words of more than kLongestStemmed bytes are no
// words of a language and stay. What a stem is belongs to the identity of a spec, by kSnowballVersion: libstemmer does
// not tell its version, so a test checks stems that differ between versions. Threads: one Stemmer a thread. Cost: some
// 100 ns a word.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace textkin::text {

inline constexpr std::string_view kSnowballVersion = "snowball-2.2";
inline constexpr std::size_t kLongestStemmed = 256;

class Stemmer {
 public:
  // The algorithms that there are: "english", "german", "porter", ...
  static std::vector<std::string_view> languages();

  // One of languages().
  explicit Stemmer(const std::string& language);

  // Replaces the word by its stem.
  void stem(std::string& word);

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Free> stemmer_;
};

}  // namespace textkin::text
