// OpenArchive: an index that is open for reading, and perhaps held open by the program from question to question, so
// that all of them are answered from one sequence. Threads: any number at once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "archive/archive.h"
#include "engine/run/limits.h"
#include "textkin/status.h"

namespace textkin::engine::index {

using OpenArchive = std::shared_ptr<const archive::Archive>;

// By their folders, as they are typed.
using OpenArchives = std::map<std::string, OpenArchive>;

// That of `held`, or one that is opened now; `memory` as of Archive::open().
Result<OpenArchive> open_archive(const std::string& folder, std::uint64_t memory, const OpenArchives& held);

// One to hold, with the share of the memory that a question gives it.
Result<OpenArchive> open_to_hold(const std::string& folder, const run::LimitOptions& limits);

// For who holds one and knows nothing of archives.
std::uint64_t sequence_of(const archive::Archive& archive);
std::uint64_t documents_of(const archive::Archive& archive);
Result<bool> has(const archive::Archive& archive, std::string_view id);

}  // namespace textkin::engine::index
