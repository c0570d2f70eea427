// class_report: what was handed in, compared within itself and with an index, as the page of `textkin report` or as its
// table.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "desk/form.h"
#include "engine/index/open_archive.h"
#include "engine/index/where.h"
#include "engine/passages/passage_options.h"
#include "engine/run/limits.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::desk {

struct ClassQuestion {
  engine::index::OpenArchive archive;
  std::string index = "index";        // what the page, and what goes wrong, call it
  std::string title = "handed in";    // what the page calls all that was handed in
  engine::index::WhereOptions where;  // of the index
  std::uint64_t as_of = 0;
  engine::passages::PassagesOptions found;  // format: "html" or "jsonl"; within: with each other too
  engine::run::LimitOptions limits;
};

// Which state of the index is asked.
std::uint64_t sequence_of(const ClassQuestion& question);

// The bytes of the page, or of the table. The parts are those of HandIns. What stands in templates is not counted, nor
// are quotations with a reference, lists of references and what most have in common; the page has switches. Files that
// cannot be read are named on the page. kExhausted where the answer has more than 128 MiB. Threads: one; any number of
// these at once. Disk: the files and the page, in a folder that is gone at the end. It ends early where a
// base::InterruptionScope around it says so.
Result<std::string> class_report(std::span<const FormPart> parts, const ClassQuestion& question, Progress& progress);

}  // namespace textkin::desk
