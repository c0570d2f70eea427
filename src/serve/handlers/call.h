// Call: a request that found its route, as a handler gets it.
#pragma once

#include <cstdint>
#include <string>

#include "base/deadline.h"
#include "engine/run/limits.h"
#include "serve/handlers/access.h"
#include "serve/handlers/parameters.h"
#include "serve/http/message.h"
#include "serve/indexes/served_indexes.h"
#include "serve/indexes/shelf.h"

namespace textkin::serve {

struct Call {
  Request request;
  Parameters parameters;
  Caller caller;
  bool by_token = false;             // everybody needs one
  ServedIndexes* indexes = nullptr;  // all
  const Shelf* shelf = nullptr;      // where indexes are made
  SharedIndex index;                 // the one that the path names; null: none
  std::string name;                  // that the path names
  std::string id;                    // of a document in the path; empty: none
  engine::run::LimitOptions limits;  // of one of many answers at once: one thread, a part of --memory
  base::Deadline::Time until = base::Deadline::kNever;  // its answer must have begun
};

}  // namespace textkin::serve
