// Call: a request that found its route, as a handler gets it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "serve/hosted_index.h"
#include "serve/message.h"
#include "serve/parameters.h"

namespace textkin::serve {

// The indexes of a server, by their names.
using HostedIndexes = std::map<std::string, std::unique_ptr<HostedIndex>>;

struct Call {
  Request request;
  Parameters parameters;
  HostedIndexes* indexes = nullptr;  // all
  HostedIndex* index = nullptr;      // the one that the path names; null: none
  std::string id;                    // of a document in the path; empty: none
  std::uint64_t memory = 0;          // bytes that an answer may use
};

}  // namespace textkin::serve
