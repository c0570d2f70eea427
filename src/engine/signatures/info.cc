#include "engine/signatures/info.h"

#include <fmt/format.h>

#include <memory>

#include "report/text/format.h"
#include "store/signature_file.h"

namespace textkin::engine::signatures {
namespace {

std::string in_words(const store::SignatureFile& file, std::uint64_t empty, std::uint64_t members) {
  std::string out = fmt::format("signatures  {}\nempty       {}\nshingles    {}\nbytes       {}\n", file.rows(), empty,
                                members, file.bytes());
  for (const auto& [name, value] : file.spec().options)
    out += fmt::format("{:<12}{}\n", name.starts_with("--") ? name.substr(2) : name, value);
  return out;
}

std::string in_json(const store::SignatureFile& file, std::uint64_t empty, std::uint64_t members) {
  std::string out = fmt::format("{{\"signatures\":{},\"empty\":{},\"shingles\":{},\"bytes\":{},\"options\":{{",
                                file.rows(), empty, members, file.bytes());
  const char* separator = "";
  for (const auto& [name, value] : file.spec().options) {
    out += separator;
    report::append_json(name, out);
    out += ':';
    report::append_json(value, out);
    separator = ",";
  }
  return out + "}}\n";
}

}  // namespace

Status info(const std::string& path, const std::string& output, bool json, write::Results& results) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<const store::SignatureFile> file, store::SignatureFile::open(path));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<write::TextSink> out, results.open_text(output));
  TEXTKIN_RETURN_IF_ERROR(file->verify());
  std::uint64_t empty = 0;
  std::uint64_t members = 0;
  SignatureBlock rows;
  for (std::uint32_t stretch = 0; stretch < file->stretches(); ++stretch) {
    TEXTKIN_RETURN_IF_ERROR(file->read(stretch, rows));
    for (const std::uint32_t size : rows.sizes) {
      empty += size == 0;
      members += size;
    }
  }
  return out->give(json ? in_json(*file, empty, members) : in_words(*file, empty, members));
}

}  // namespace textkin::engine::signatures
