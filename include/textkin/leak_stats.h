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
  std::uint64_t items = 0;        // its documents
  std::uint64_t short_items = 0;  // of them, of less than an n-gram, or than a run that is surely found
  std::uint64_t leaked = 0;       // of them, that share something with INPUT
  std::uint64_t documents = 0;    // of INPUT that share something with it
};

struct LeakStats : RunFacts {  // `documents` are INPUT's
  std::string spec;            // what an n-gram or a passage is
  bool by_passages = false;    // else by n-grams
  std::uint64_t items = 0;
  // Of less than an n-gram: found only where a document is that text and no more; or than a run that is surely found.
  std::uint64_t short_items = 0;
  std::uint64_t ngrams = 0;      // different ones of all items
  std::uint64_t item_words = 0;  // by passages: of all items
  std::string sensitivity;       // and what a passage is
  std::uint32_t guarantee = 0;   // words
  std::uint32_t max_gap = 0;     // characters
  std::uint32_t min_length = 0;  // characters
  std::string action;            // what became of documents that share something: "drop", "flag" or "cut"
  std::uint64_t leaking = 0;     // documents that share something
  std::uint64_t kept = 0;        // documents that come out
  std::uint64_t removed = 0;     // and those that do not
  std::uint64_t cuts = 0;        // stretches taken out of those that do
  std::uint64_t cut_words = 0;
  std::uint64_t cut_characters = 0;
  std::vector<LeakedSet> sets;
};

}  // namespace textkin
