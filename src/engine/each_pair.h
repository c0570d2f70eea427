// Each pair of an answer, once: a before b, by the positions of a, then b; with --against a pair has one of each side.
#pragma once

#include <functional>

#include "engine/collection.h"
#include "engine/pair_expansion.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::engine {

// `visit` may read what it needs of both documents; its first failure ends the walk and is returned.
using VisitPair = std::function<Status(const VerifiedPair&)>;
Status each_pair(const Collection& collection, const PairExpansion& expansion, const VisitPair& visit);

}  // namespace textkin::engine
