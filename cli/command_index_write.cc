#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "client/server_address.h"
#include "engine/care/upkeep.h"
#include "engine/index/add.h"
#include "engine/index/create.h"
#include "engine/index/keep_house.h"
#include "index_command.h"
#include "output_options.h"
#include "passage_options.h"
#include "shared_options.h"
#include "typed_options.h"

namespace textkin::cli {
namespace {

namespace index = engine::index;

std::string json(const index::AddCounts& counts) {
  return fmt::format(
      R"({{"added":{},"replaced":{},"unchanged":{},"kept":{},"seen":{},"empty":{},"problems":{},"sequence":{},"documents":{}}})",
      counts.added, counts.replaced, counts.unchanged, counts.kept, counts.seen, counts.empty, counts.problems,
      counts.sequence, counts.documents);
}

std::string json(const index::RemoveCounts& counts) {
  return fmt::format(R"({{"removed":{},"unknown":{},"purged":{},"sequence":{},"documents":{}}})", counts.removed,
                     counts.unknown, counts.purged, counts.sequence, counts.documents);
}

// The counts of a change, to a door that hands them on.
Status give(const std::string& counts, engine::write::Results& results) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<engine::write::TextSink> sink, results.open_text(""));
  return sink->give(counts);
}

class IndexCreate final : public IndexCommand {
 public:
  explicit IndexCreate(CLI::App& app) : IndexCommand(app, "create", "an empty index, with options that stay", true) {
    parsed->add_option("--least", spec_.least, "least threshold that it is asked with, but for exact answers")
        ->type_name("T")
        ->capture_default_str()
        ->group("Finding");
    parsed->add_option("--recall", spec_.recall, "of answers, where a question names none")
        ->type_name("P")
        ->capture_default_str()
        ->group("Finding");
    add_passages(spec_)->default_str("12");
    std::vector<std::string> known;
    for (const auto& word : index::kStoreWords) known.emplace_back(word.word);
    parsed
        ->add_option_function<std::string>(
            "--store", [this](const std::string& typed) { spec_.store = *value_of(index::kStoreWords, typed); },
            "what is kept of each document: its text; the set of its shingles, which verifies as well and shows "
            "nothing; or neither: then answers are estimates")
        ->type_name("text|sets|none")
        ->default_str("text")
        ->check(CLI::IsMember(known).description(""))
        ->group("Finding");
    parsed->add_option("--field", spec_.fields, "fields of JSONL that are kept beside each document, for --where")
        ->type_name("NAME")
        ->group("Input");
    add_text_options(*parsed, shared);
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress&) override {
    spec_.text = options.text;
    if (spec_.store != index::Store::kText && !is_typed(*parsed, "--passages")) spec_.passages = 0;
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_RETURN_IF_ERROR(place->create(spec_, options.limits));
    return 0;
  }

 private:
  index::IndexSpec spec_;
};

class IndexAdd final : public IndexCommand {
 public:
  explicit IndexAdd(CLI::App& app) : IndexCommand(app, "add", "adds documents, or replaces them", true) {
    add_inputs(*parsed, shared);
    std::vector<std::string> known;
    for (const auto& word : index::kOnSameIdWords) known.emplace_back(word.word);
    parsed
        ->add_option_function<std::string>(
            "--on-same-id",
            [this](const std::string& typed) { wanted_.on_same_id = *value_of(index::kOnSameIdWords, typed); },
            "a document whose id is there with another text: replaces that, is left out, or ends the add")
        ->type_name("replace|keep|refuse")
        ->default_str("replace")
        ->check(CLI::IsMember(known).description(""))
        ->group("Adding");
    parsed
        ->add_option("--checkpoint", wanted_.checkpoints,
                     "NAME=VALUE, kept with the last batch for who goes on behind it; `index stats` shows it")
        ->type_name("ENTRY")
        ->group("Adding");
    parsed
        ->add_option("--unless-similar", wanted_.unless_similar,
                     "a document with a new id is left out where one of at least this similarity is there")
        ->type_name("T")
        ->group("Adding");
    parsed
        ->add_option(
            "--added-at", wanted_.added_at,
            "2026-01-31 or 2026-01-31T12:00:00Z: when they count as added, for --older-than; field:NAME: each at "
            "that time of its own, as field:textkin_added_at of an export --times; default: now")
        ->type_name("TIME|field:NAME")
        ->group("Adding");
    add_output(*parsed, "--results", wanted_.results, "FILE.jsonl",
               "a line a document: what became of it, and beside which one");
    add_reading();
    add_server();
    parsed->get_option("--repeated-ids")->group("");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--repeated-ids"}, "here: --on-same-id says what becomes of them"));
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_ASSIGN_OR_RETURN(const index::AddCounts counts, place->add(options, wanted_, progress));
    if (!results.writes_files()) TEXTKIN_RETURN_IF_ERROR(give(json(counts), results));
    std::string line =
        fmt::format("{} added, {} replaced, {} unchanged", counts.added, counts.replaced, counts.unchanged);
    if (counts.kept > 0) line += fmt::format(", {} left out", counts.kept);
    if (counts.seen > 0) line += fmt::format(", {} seen before", counts.seen);
    if (counts.empty > 0) line += fmt::format(", {} without a shingle", counts.empty);
    if (counts.problems > 0) line += fmt::format(", {} could not be used", counts.problems);
    progress.note(fmt::format("{}; {} documents at sequence {}", line, counts.documents, counts.sequence));
    return 0;
  }

 private:
  index::AddOptions wanted_;
};

class IndexRemove final : public IndexCommand {
 public:
  explicit IndexRemove(CLI::App& app)
      : IndexCommand(app, "remove", "removes documents by their ids or by conditions", true) {
    parsed->add_option("ID", wanted_.ids, "of documents")->type_name("");
    parsed->add_option("--ids", wanted_.ids_file, "a file with an id a line, or -")->type_name("INPUT");
    add_where(wanted_.where);
    parsed
        ->add_option("--older-than", wanted_.older_than,
                     "365d, 12h or a time: documents that were added before that; of --where those only")
        ->type_name("AGE")
        ->group("Finding");
    parsed->add_flag("--purge", wanted_.purge,
                     "no file keeps a byte of the texts of removed documents, "
                     "these and earlier ones");
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    if (wanted_.ids.empty() && wanted_.ids_file.empty() && wanted_.where.empty() && wanted_.older_than.empty() &&
        !wanted_.purge)
      return Status(Code::kInvalidArgument, "no ID, --ids FILE, --where, --not, --older-than or --purge given");
    if (held.writer != nullptr)
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--purge"}, "here: what is not committed yet is not purged"));
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_ASSIGN_OR_RETURN(const index::RemoveCounts counts, place->remove(wanted_, options.limits));
    if (!results.writes_files()) TEXTKIN_RETURN_IF_ERROR(give(json(counts), results));
    progress.note(fmt::format("{} removed, {} not there; {} documents at sequence {}", counts.removed, counts.unknown,
                              counts.documents, counts.sequence));
    if (wanted_.purge) progress.note(fmt::format("{} texts purged", counts.purged));
    return 0;
  }

 private:
  index::RemoveOptions wanted_;
};

class IndexMerge final : public IndexCommand {
 public:
  explicit IndexMerge(CLI::App& app)
      : IndexCommand(app, "merge", "makes one segment of all, so that questions are answered faster", true) {
    add_limit_options(*parsed, shared);
    add_server();
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    if (client::is_server_address(folder_))
      TEXTKIN_RETURN_IF_ERROR(refuse_typed(*parsed, {"--threads", "--memory"}, "at a server, which has its own"));
    TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<engine::places::IndexPlace> place, open_place());
    TEXTKIN_RETURN_IF_ERROR(place->merge(options.limits));
    progress.note(folder_ + " has one segment");
    return 0;
  }
};

class IndexRepair final : public IndexCommand {
 public:
  explicit IndexRepair(CLI::App& app)
      : IndexCommand(app, "repair", "makes segments again that are damaged or missing", true) {
    parsed->add_flag("--all", all_, "makes all segments again");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t made, engine::care::repair(folder_, all_, options.limits));
    if (!results.writes_files()) TEXTKIN_RETURN_IF_ERROR(give(fmt::format(R"({{"documents":{}}})", made), results));
    progress.note(made == 0 ? folder_ + ": every segment is whole"
                            : fmt::format("{}: the keys of {} documents were made again", folder_, made));
    return 0;
  }

 private:
  bool all_ = false;
};

class IndexSnapshot final : public IndexCommand {
 public:
  explicit IndexSnapshot(CLI::App& app)
      : IndexCommand(app, "snapshot", "a copy of now, which is an index of its own", true) {
    parsed->add_option("COPY", copy_, "a folder that does not exist")->required()->type_name("FOLDER");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(engine::care::snapshot(folder_, copy_, options.limits));
    progress.note(copy_ + " is a copy of " + folder_);
    return 0;
  }

 private:
  std::string copy_;
};

}  // namespace

std::unique_ptr<Command> add_index_repair(CLI::App& app) { return std::make_unique<IndexRepair>(app); }
std::unique_ptr<Command> add_index_snapshot(CLI::App& app) { return std::make_unique<IndexSnapshot>(app); }

std::unique_ptr<Command> add_index_create(CLI::App& app) { return std::make_unique<IndexCreate>(app); }
std::unique_ptr<Command> add_index_add(CLI::App& app) { return std::make_unique<IndexAdd>(app); }
std::unique_ptr<Command> add_index_remove(CLI::App& app) { return std::make_unique<IndexRemove>(app); }
std::unique_ptr<Command> add_index_merge(CLI::App& app) { return std::make_unique<IndexMerge>(app); }

}  // namespace textkin::cli
