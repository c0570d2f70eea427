// LeakStats: what a run of `decontaminate` did, in numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "textkin/run_facts.h"

namespace textkin {

// A file of --against.
struct LeakedSet {
  std::string name;
  std::uint64_t items = 0;      // its documents
  std::uint64_t short_items = 0;  // of them, of less than an n-gram
  std::uint64_t leaked = 0;     // of them, that share an n-gram with INPUT
  std::uint64_t documents = 0;  // of INPUT that share one with it
};

struct LeakStats : RunFacts {  // `documents` are INPUT's
  std::string spec;            // what an n-gram is
  std::uint64_t items = 0;
  std::uint64_t short_items = 0;  // of less than an n-gram: found only where a document is that text and no more
  std::uint64_t ngrams = 0;       // different ones of all items
  std::string action;             // what became of documents that share something: "drop", "flag" or "cut"
  std::uint64_t leaking = 0;      // documents that share an n-gram
  std::uint64_t kept = 0;         // documents that come out
  std::uint64_t removed = 0;      // and those that do not
  std::uint64_t cuts = 0;         // stretches taken out of those that do
  std::uint64_t cut_words = 0;
  std::uint64_t cut_characters = 0;
  std::vector<LeakedSet> sets;
};

}  // namespace textkin
