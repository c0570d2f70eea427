#include "engine/passages/persons.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "input/blocks/source.h"
#include "store/document_reader.h"

namespace textkin::engine::passages {
namespace {

std::string_view below_input(const input::Source& source) {
  return std::string_view(source.relative).substr(source.below);
}

// With its slash; empty: in none.
std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

// What two folders have in common, whole names of folders only.
std::string_view common_folder(std::string_view a, std::string_view b) {
  const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return folder_of(a.substr(0, static_cast<std::size_t>(end - a.begin())));
}

// The folders of INPUTs that hold all their documents; `used`: sources that have one.
std::map<std::uint32_t, std::string_view> outer_folders(const read::Collection& collection,
                                                        const std::vector<bool>& used) {
  std::map<std::uint32_t, std::string_view> outer;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    const input::Source& source = collection.list.sources[i];
    const std::string_view folder = folder_of(below_input(source));
    const auto [found, fresh] = outer.emplace(source.argument, folder);
    if (!fresh) found->second = common_folder(found->second, folder);
  }
  return outer;
}

}  // namespace

Result<Persons> Persons::make(const read::Collection& collection, GroupBy by) {
  Persons out;
  if (by == GroupBy::kNone) return out;
  const std::size_t sources = collection.list.sources.size();
  std::vector<bool> used(sources);
  std::vector<std::uint32_t> source_of(collection.documents());
  store::DocumentReader reader(collection.table);
  store::DocumentRow row;
  for (DocId doc = 0; doc < collection.documents(); ++doc) {
    TEXTKIN_RETURN_IF_ERROR(reader.read_record(doc, row));
    used[source_of[doc] = row.record.source] = true;
  }
  const auto outer = outer_folders(collection, used);
  std::vector<std::uint32_t> of_source(sources, kNobody);
  std::map<std::pair<bool, std::string_view>, std::uint32_t> known;  // of --against or not
  for (std::size_t i = 0; i < sources; ++i) {
    if (!used[i]) continue;
    const input::Source& source = collection.list.sources[i];
    const std::string_view rest = below_input(source).substr(outer.at(source.argument).size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) continue;
    const bool against = i >= collection.against_source;
    const auto [found, fresh] =
        known.emplace(std::pair(against, rest.substr(0, slash)), static_cast<std::uint32_t>(out.names_.size()));
    if (fresh) out.names_.emplace_back(rest.substr(0, slash));
    of_source[i] = found->second;
  }
  std::vector<std::uint64_t> documents(out.names_.size());
  for (DocId doc = 0; doc < source_of.size(); ++doc) {
    const std::uint32_t person = source_of[doc] = of_source[source_of[doc]];
    if (person != kNobody && (!collection.has_against || doc < collection.against)) out.pairs_ += documents[person]++;
  }
  out.of_document_ = std::move(source_of);
  return out;
}

}  // namespace textkin::engine::passages
