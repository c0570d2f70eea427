#include "table_inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "engine/run/about_data.h"

namespace textkin::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kBinary = {".parquet", ".arrow", ".arrows", ".feather"};
constexpr std::array<std::string_view, 2> kCsv = {".csv", ".tsv"};
constexpr std::array<std::string_view, 4> kPackings = {".gz", ".zst", ".bz2", ".xz"};

struct Seen {
  std::string binary;
  std::string csv;
  std::string named_csv;
  bool other = false;
};

bool holds(const auto& suffixes, const fs::path& suffix) {
  return std::ranges::find(suffixes, suffix.string()) != suffixes.end();
}

bool is_csv(fs::path file) {
  if (holds(kPackings, file.extension())) file.replace_extension();
  return holds(kCsv, file.extension());
}

// By its first bytes; what is empty or cannot be read is left to who reads tables.
bool begins_as_binary_table(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kBegins = {"PAR1", "PARE", "ARROW1", "FEA1", "\xFF\xFF\xFF\xFF"};
  std::array<char, 6> bytes{};
  std::ifstream in(file, std::ios::binary);
  in.read(bytes.data(), bytes.size());
  const std::string_view begin(bytes.data(), static_cast<std::size_t>(in.gcount()));
  return begin.empty() || std::ranges::any_of(kBegins, [&](std::string_view one) { return begin.starts_with(one); });
}

// `below` a folder, files that are about its tables are none of its texts, and a name alone makes no table: of
// thousands that nobody looked at, one text named "inputrc.arrows" would be the end of the run.
void look_at(const fs::path& file, bool below, Seen& seen) {
  if (holds(kBinary, file.extension()) && (!below || begins_as_binary_table(file))) {
    seen.binary = file.string();
  } else if (is_csv(file)) {
    (below ? seen.csv : seen.named_csv) = file.string();
  } else if (!below || !engine::run::is_about_data(file.filename().string())) {
    seen.other = true;
  }
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

void look_below(const fs::path& folder, Seen& seen) {
  std::error_code error;  // what cannot be listed, the run itself finds and names
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (is_hidden(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->symlink_status(error).type() == fs::file_type::regular) {
      look_at(entry->path(), true, seen);
    }
  }
}

}  // namespace

bool names_binary_table(const std::string& path) { return holds(kBinary, fs::path(path).extension()); }

TableAmong table_among(const std::vector<std::string>& arguments) {
  Seen seen;
  for (const std::string& argument : arguments) {
    std::error_code error;
    const fs::file_status status = fs::status(argument, error);
    if (fs::is_directory(status)) {
      look_below(argument, seen);
    } else if (fs::exists(status)) {
      look_at(argument, false, seen);
    }
  }
  const bool named = !seen.named_csv.empty();
  const std::string& csv = named ? seen.named_csv : seen.csv;
  if (!seen.binary.empty()) return {seen.binary, {}, false};
  return seen.other ? TableAmong{{}, csv, named} : TableAmong{csv, {}, false};
}

}  // namespace textkin::cli
