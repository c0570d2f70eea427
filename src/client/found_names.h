// FoundNames: documents that a server named in its rows, as numbers behind those of the questions.
//
// Memory: the ids of those that were found, each once. Threads: one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/read/collection.h"
#include "textkin/document.h"

namespace textkin::client {

class FoundNames {
 public:
  // Its place among them, in the order in which they came.
  std::uint32_t place_of(std::string_view id, std::uint32_t size) {
    const auto [at, fresh] = places_.try_emplace(std::string(id), static_cast<std::uint32_t>(all_.size()));
    if (fresh) all_.push_back({&at->first, size});
    return at->second;
  }

  // As documents of --against; the questions are all in the collection.
  void append_to(engine::read::Collection& collection) const {
    collection.against = collection.documents();
    for (const Found& one : all_) collection.table.append({{}, one.size, *one.id, {}});
  }

 private:
  struct Found {
    const std::string* id;  // a key of the map, which stays where it is
    std::uint32_t size;     // shingles
  };
  std::unordered_map<std::string, std::uint32_t> places_;
  std::vector<Found> all_;
};

// The number that a question was sent under; kNoDoc where it is none.
DocId question_of(std::string_view id, DocId questions);

}  // namespace textkin::client
