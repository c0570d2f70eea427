// What keeps an index fast and whole: segments are merged and made again, all of it is checked and copied.
#pragma once

#include <cstdint>
#include <string>

#include "engine/run/limits.h"
#include "textkin/status.h"

namespace textkin::engine::care {

// All segments become one: fewer places are looked at by each question. The answers stay.
Status merge(const std::string& folder, const run::LimitOptions& limits);

// Each text against the checksum that it was added with, each id, each segment; kBadInput says what is damaged. With
// `deep` also the keys of each document against those that its text has: as long as adding everything again.
Status verify(const std::string& folder, bool deep, const run::LimitOptions& limits);

// Makes segments again that are damaged or missing, of the texts, which are all
// there; with `all` each. How many documents' keys that were.
Result<std::uint64_t> repair(const std::string& folder, bool all, const run::LimitOptions& limits);

// A copy that is an index of its own, as of now. `copy` must not exist; it has its name when it is complete.
Status snapshot(const std::string& folder, const std::string& copy, const run::LimitOptions& limits);

}  // namespace textkin::engine::care
