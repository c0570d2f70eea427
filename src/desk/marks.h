// Marks: what reviewers said of pairs of texts, kept beside an index (archive/beside.h), so that the next report has
// them.
//
// A mark belongs to two texts, by their hashes, and to who made it: his later one counts. The file has them as the page
// of a report gives them (archive/marks_file.h). Earlier ones leave it at once, of a large file when they are more than
// those that count; one with neither a mark nor a note is withdrawn, and leaves with all that it replaced.
// Promise: what add_marks() acknowledged survives any kill and power cut; of a call that was broken off nothing is
// left. Threads, and processes: any number at once. Errors: kBadInput for a line that is no mark, and "damaged:" where
// a checksum fails within the file; kExhausted from 64 MiB of marks on; kIo.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::desk {

// `lines`: {"texts": "HASH HASH", "ids": [A, B], "mark": "" or cleared, talk, case, "note": TEXT, "words": N, "page":
// TEXT, "by": WHO} each. `by`: who makes them; empty: as the lines say. When they were made is now, in milliseconds.
// How many.
Result<std::uint64_t> add_marks(const std::string& folder, std::string_view lines, const std::string& by,
                                std::int64_t now);

// Lines as add_marks() takes them, with "by" and "at": of each pair of texts and each marker the last one.
Result<std::string> read_marks(const std::string& folder);

}  // namespace textkin::desk
