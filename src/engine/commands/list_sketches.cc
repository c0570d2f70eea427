#include "engine/commands/list_sketches.h"

#include <memory>
#include <vector>

#include "base/output_file.h"
#include "report/commands/sketch_table.h"
#include "sketch/catalog.h"

namespace textkin::engine::commands {

Status sketches(const std::string& output, bool json) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(output));
  std::vector<report::SketchRow> rows;
  for (const sketch::SketchEntry& entry : sketch::catalog())
    rows.push_back({.name = entry.name,
                    .version = entry.version,
                    .measure = entry.measure,
                    .not_bandable = entry.not_bandable,
                    .reference = entry.reference,
                    .doc = entry.doc,
                    .also = aliases_of(entry.name, sketch::aliases()),
                    .max_hashes = entry.max_cells,
                    .multiple_of = entry.cell_step,
                    .weighted = entry.weighted,
                    .mergeable = entry.mergeable});
  TEXTKIN_RETURN_IF_ERROR(file->write(json ? report::sketches_json(rows) : report::sketches_text(rows)));
  return file->commit();
}

}  // namespace textkin::engine::commands
