#include "engine/cleanup/old_side.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <utility>
#include <vector>

#include "input/sources/sources.h"

namespace textkin::engine::cleanup {
namespace {

using FileNumber = std::pair<dev_t, ino_t>;

// Of a regular file, a table's that was read into memory or one that is standard input too; of all else there is none.
bool number_of(const input::Source& source, FileNumber& number) {
  struct stat status;
  const int failed = source.path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(source.path.c_str(), &status);
  if (failed != 0 || !S_ISREG(status.st_mode)) return false;
  number = {status.st_dev, status.st_ino};
  return true;
}

}  // namespace

Status check_sides(const run::Reading& run) {
  if (run.inputs.against.empty()) return {};
  const Result<input::SourceList> fresh = input::list_sources(run.inputs.spec);
  const Result<input::SourceList> old = input::list_sources(run::against_spec(run.inputs));
  if (!fresh.ok() || !old.ok()) return {};  // the run says why
  std::set<FileNumber> seen;
  FileNumber number;
  for (const input::Source& source : fresh->sources)
    if (number_of(source, number)) seen.insert(number);
  for (const input::Source& source : old->sources)
    if (number_of(source, number) && seen.contains(number))
      return Status(
          Code::kInvalidArgument,
          fmt::format("{} is INPUT and --against too, so that all of it would go; name it once", source.name));
  return {};
}

KeepOrder old_first(KeepOrder order, const read::Collection& collection) {
  if (!collection.has_against) return order;
  const DocId documents = collection.documents();
  const DocId first_old = collection.against;
  const DocId old = documents - first_old;
  std::vector<DocId> by_rank(documents, kNoDoc);  // INPUT's documents, where their rank is
  for (DocId doc = 0; doc < first_old; ++doc) by_rank[order.of(doc)] = doc;
  KeepOrder settled;
  settled.rank.resize(documents);
  for (DocId doc = first_old; doc < documents; ++doc) settled.rank[doc] = doc - first_old;
  DocId next = old;
  for (const DocId doc : by_rank)
    if (doc != kNoDoc) settled.rank[doc] = next++;
  return settled;
}

}  // namespace textkin::engine::cleanup
