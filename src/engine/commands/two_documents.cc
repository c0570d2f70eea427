#include "engine/commands/two_documents.h"

#include <fmt/format.h>

#include <utility>

#include "engine/read/first_pass.h"
#include "engine/run/run_spec.h"
#include "store/document_reader.h"

namespace textkin::engine::commands {
namespace {

constexpr DocId kDocuments = 2;

}  // namespace

Result<TwoDocuments> read_two_documents(const run::ReadOptions& asked, unsigned share, const std::string& takes,
                                        Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  reading.inputs.number_repeated_ids = true;  // a document may be compared with itself
  TEXTKIN_ASSIGN_OR_RETURN(read::FirstPass pass, read::FirstPass::open(reading, run::read_spec(reading), progress));
  TEXTKIN_ASSIGN_OR_RETURN(
      read::RetainedSets retained,
      std::move(pass).retain({.features = reading.limits.memory / share / sizeof(Feature), .documents = kDocuments}));
  const bool all = retained.all();
  const DocId found = retained.collection().documents();
  if (!all && found > kDocuments)
    return Status(Code::kInvalidArgument, fmt::format("{}; these inputs hold more", takes));
  if (!all) return Status(Code::kExhausted, "the two sets need more than --memory");
  TEXTKIN_ASSIGN_OR_RETURN(read::ReadCollection read, std::move(retained).finish());
  TwoDocuments two{std::move(read.collection), {}, {}};
  if (found != kDocuments) return Status(Code::kInvalidArgument, fmt::format("{}; these inputs hold {}", takes, found));
  store::DocumentReader documents(two.collection.table);
  store::DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(documents.read(0, row));
  two.id_a = row.id;
  TEXTKIN_RETURN_IF_ERROR(documents.read(1, row));
  two.id_b = row.id;
  return two;
}

}  // namespace textkin::engine::commands
