#include "engine/trim/trim.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cluster/keep_policy.h"
#include "engine/cleanup/keep_facts.h"
#include "engine/cut/left_output.h"
#include "engine/cut/left_records.h"
#include "engine/passages/passage_memory.h"
#include "engine/read/text_pass.h"
#include "engine/run/rows_of_door.h"
#include "engine/run/stage_clock.h"
#include "engine/trim/choose_cuts.h"
#include "engine/trim/cut_reader.h"
#include "engine/trim/kept_cuts.h"
#include "engine/trim/mark_visitor.h"
#include "engine/trim/repeated_pieces.h"
#include "engine/trim/trim_cuts.h"
#include "engine/write/in_place.h"
#include "engine/write/run_end.h"

namespace textkin::engine::trim {
namespace {

constexpr std::uint64_t kMarkParts = 8;  // of the memory, one is for marks
constexpr std::uint64_t kLeastForMarks = 1u << 16;
constexpr std::uint64_t kPacked = 8;  // how many bytes one of packed input may be

Status check(const PieceSpec& pieces) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  if (!pieces.is_passage()) return {};
  if (pieces.bytes && (pieces.least < 8 || pieces.least > 1u << 20))
    return refuse(fmt::format("--bytes {}: a passage is 8 to 1048576 bytes long", pieces.least));
  if (!pieces.bytes && (pieces.least < 2 || pieces.least > 100'000))
    return refuse(fmt::format("--words {}: a passage is 2 to 100000 words long", pieces.least));
  return {};
}

// Some four bytes a mark, so that few are taken for repeated that are not. Of passages there are two marks in as many
// words as a passage has, of units one at most in some thirty bytes.
std::uint64_t bytes_for_marks(const read::Collection& collection, const PieceSpec& pieces) {
  std::uint64_t text = 0;
  for (const input::Source& source : collection.list.sources)
    text += source.size * (source.seekable || source.memory != nullptr ? 1 : kPacked);
  if (text == 0) text = collection.budget->limit();  // of a stream nobody knows
  const std::uint64_t bytes_a_mark = pieces.is_passage() ? std::max<std::uint64_t>(pieces.least, 8) : 30;
  return std::clamp(8 * text / bytes_a_mark, kLeastForMarks,
                    std::max(collection.budget->limit() / kMarkParts, kLeastForMarks));
}

Result<std::vector<std::unique_ptr<TextPieces>>> make_pieces(const read::Collection& collection,
                                                             const PieceSpec& spec) {
  // Nobody who does not know the key can write texts whose hashes collide; no result depends on it.
  const hash::Key key = hash::key_of(hash::fresh_secret());
  std::vector<std::unique_ptr<TextPieces>> all;
  for (unsigned thread = 0; thread < collection.threads; ++thread) {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<TextPieces> one, TextPieces::make(spec, collection.text, key));
    all.push_back(std::move(one));
  }
  return all;
}

Result<KeepOrder> order_of(const cluster::KeepPolicy& policy, const read::Collection& collection, Progress& progress) {
  if (policy.kind == cluster::KeepPolicy::Kind::kFirst) return KeepOrder();
  TEXTKIN_ASSIGN_OR_RETURN(const cluster::KeepFacts facts, cleanup::keep_facts(policy, collection, progress));
  return cluster::keep_order(policy, facts);
}

Result<PlaceCode> code_of(const read::Collection& collection, const PieceSpec& pieces, std::uint32_t most_pieces) {
  const PlaceCode code(collection.documents(), most_pieces, pieces.bytes ? pieces.least : 0);
  if (code.fits()) return code;
  return Status(Code::kExhausted, "--bytes is for fewer documents, or shorter ones, than these; take --words");
}

TrimStats describe(const TrimOptions& wanted, const read::Collection& collection, const CutTotals& totals) {
  TrimStats stats;
  stats.pieces = word_of(kPieceWords, wanted.pieces.kind);
  stats.least = wanted.pieces.least;
  stats.bytes = wanted.pieces.bytes;
  stats.keep = wanted.keep;
  stats.drops_emptied = wanted.drops_emptied;
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.problems = collection.problems;
  stats.input_bytes = collection.input_bytes;
  stats.threads = collection.threads;
  stats.words = collection.features;
  stats.changed = totals.changed;
  stats.emptied = totals.emptied;
  stats.removed = totals.removed;
  stats.removed_words = totals.removed_words;
  stats.removed_characters = totals.removed_characters;
  return stats;
}

// What cuts follow from.
struct CutSearch {
  const read::Collection& collection;
  const TrimOptions& wanted;
  const cluster::KeepPolicy& policy;
  const PlaceCode& code;
  KeptCuts& kept;
};

// Looks for them, or takes up what a former run has chosen.
Result<ChosenCuts> find_cuts(const CutSearch& of, std::unique_ptr<SeenTwice> marks,
                             std::vector<std::unique_ptr<TextPieces>>& pieces, std::uint64_t& spilled,
                             run::StageClock& clock, Progress& progress) {
  if (of.kept.found()) {
    progress.note(fmt::format("going on in {} behind the search for what repeats", of.collection.directory->path()));
    return of.kept.take_up(of.collection);
  }
  clock.begin("find");
  TEXTKIN_ASSIGN_OR_RETURN(const KeepOrder order, order_of(of.policy, of.collection, progress));
  TEXTKIN_ASSIGN_OR_RETURN(RepeatedPieces repeated,
                           find_repeated(of.collection, order, of.code, std::move(marks), pieces, progress));
  spilled = repeated.spilled_bytes;
  clock.begin("choose");
  TEXTKIN_ASSIGN_OR_RETURN(ChosenCuts chosen,
                           choose_cuts(of.collection, of.wanted.pieces, order, of.code, std::move(repeated)));
  spilled += chosen.spilled_bytes;
  TEXTKIN_RETURN_IF_ERROR(passages::threads_for(of.collection, *chosen.records).status());
  return of.kept.keep(of.collection, std::move(chosen));
}

// Documents of which no word is left are nobody's.
void give(ToldCuts told, DocId documents, write::Results& results) {
  if (results.writes_files()) return;
  std::vector<KeepDecision> decisions(documents);
  for (DocId doc = 0; doc < documents; ++doc) decisions[doc].kept = doc;
  for (const DocId doc : told.emptied) decisions[doc].kept = kNoDoc;
  results.take_decisions(decisions);
  results.take_passages(std::move(told.cuts));
}

}  // namespace

Result<TrimStats> trim(const std::string& command, const run::ReadOptions& asked, const TrimOptions& wanted,
                       write::Results& results, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check(wanted.pieces));
  TEXTKIN_ASSIGN_OR_RETURN(const cluster::KeepPolicy policy, cluster::parse_keep_policy(wanted.keep));
  TEXTKIN_ASSIGN_OR_RETURN(run::Reading reading, run::settle(asked));
  if (policy.kind == cluster::KeepPolicy::Kind::kField) reading.inputs.spec.value_fields = {policy.argument};
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, read::open_collection(reading, reading.limits.run_dir));
  TEXTKIN_ASSIGN_OR_RETURN(KeptCuts kept, KeptCuts::open(collection, reading, wanted));
  TEXTKIN_ASSIGN_OR_RETURN(auto pieces, make_pieces(collection, wanted.pieces));
  const bool of_door = !results.writes_files() && (run::has_rows_of_door(reading.inputs.spec) || wanted.output == "-");
  const bool writes = !wanted.check && !of_door;
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<cut::LeftOutput> output,
                           cut::LeftOutput::open(writes ? wanted.output : "", reading.limits.threads));
  TEXTKIN_RETURN_IF_ERROR(output->check(collection));
  std::unique_ptr<CutFile> removed;
  if (!wanted.removed.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(removed, CutFile::open(wanted.removed, report::jsonl_format()));
  }
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(reading.stats, results, progress));

  run::StageClock clock;
  clock.begin("read");
  auto marks = std::make_unique<SeenTwice>(bytes_for_marks(collection, wanted.pieces));
  MarkVisitor visitor(collection, pieces, *marks);
  TEXTKIN_RETURN_IF_ERROR(read::read_texts(collection, reading.inputs, visitor, progress));
  if (writes) TEXTKIN_RETURN_IF_ERROR(write::check_in_place(wanted.output, collection));

  TEXTKIN_ASSIGN_OR_RETURN(const PlaceCode code, code_of(collection, wanted.pieces, visitor.most_pieces()));
  std::uint64_t spilled = 0;
  TEXTKIN_ASSIGN_OR_RETURN(ChosenCuts chosen, find_cuts({collection, wanted, policy, code, kept}, std::move(marks),
                                                        pieces, spilled, clock, progress));
  TEXTKIN_RETURN_IF_ERROR(passages::threads_for(collection, *chosen.records).status());

  clock.begin("write");
  CutReader cuts(chosen, code);
  ToldCuts told;
  TrimCuts trimmed(collection, wanted, cuts, pieces, removed.get(), results.writes_files() ? nullptr : &told);
  cut::LeftRecords records(collection, trimmed, progress);
  TEXTKIN_RETURN_IF_ERROR(output->write(collection, records, progress));
  give(std::move(told), collection.documents(), results);
  if (removed != nullptr) TEXTKIN_RETURN_IF_ERROR(removed->commit());
  TEXTKIN_RETURN_IF_ERROR(output->sync());

  TrimStats stats = describe(wanted, collection, trimmed.totals());
  stats.short_units = visitor.short_units();
  stats.spilled_bytes = spilled + collection.spooled_bytes();
  // The last: it may take the place of the input.
  return end.finish(command, collection, std::move(stats), clock, [&] { return output->commit(); });
}

}  // namespace textkin::engine::trim
