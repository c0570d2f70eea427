#include "desk/form.h"

#include <optional>
#include <utility>

#include "base/ascii.h"

namespace textkin::desk {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::size_t kLongestBoundary = 70;  // RFC 2046
constexpr std::size_t kMostParts = 10'000;

Status no_form(const char* why) {
  return Status(Code::kBadInput, std::string("the body is no form of files (multipart/form-data): ") + why +
                                     "; send it as a browser does, or by curl -F file=@essay.docx");
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& byte : out) byte = base::to_lower(byte);
  return out;
}

// The value of `name` among "form-data; name="file"; filename="a.txt"": in quotation marks or without.
std::optional<std::string> parameter(std::string_view field, std::string_view name) {
  std::size_t at = field.find(';');
  while (at != std::string_view::npos) {
    ++at;
    while (at < field.size() && base::is_space(field[at])) ++at;
    const std::size_t equals = field.find('=', at);
    if (equals == std::string_view::npos) return std::nullopt;
    const bool wanted = lower(field.substr(at, equals - at)) == name;
    std::string value;
    at = equals + 1;
    if (at < field.size() && field[at] == '"') {
      for (++at; at < field.size() && field[at] != '"'; ++at) {
        if (field[at] == '\\' && at + 1 < field.size() && field[at + 1] == '"') ++at;
        value += field[at];
      }
      if (at == field.size()) return std::nullopt;
      at = field.find(';', at);
    } else {
      const std::size_t end = field.find(';', at);
      value = field.substr(at, end == std::string_view::npos ? end : end - at);
      while (!value.empty() && base::is_space(value.back())) value.pop_back();
      at = end;
    }
    if (wanted) return value;
  }
  return std::nullopt;
}

// Browsers write a quotation mark and line ends of a name so, and nothing else.
std::string without_escapes(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string_view escape = name.substr(i, 3);
    const char meant = escape == "%22" ? '"' : escape == "%0D" ? '\r' : escape == "%0A" ? '\n' : '\0';
    out += meant == '\0' ? name[i] : meant;
    if (meant != '\0') i += 2;
  }
  return out;
}

// The lines before a part's bytes; `rest` begins with them, and behind them with the bytes.
Result<FormPart> take_head(std::string_view& rest) {
  FormPart part;
  while (true) {
    const std::size_t end = rest.find(kLineEnd);
    if (end == std::string_view::npos) return no_form("it is cut within a head");
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + kLineEnd.size());
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return no_form("a line of a head has no colon");
    if (lower(line.substr(0, colon)) != "content-disposition") continue;
    part.name = parameter(line, "name").value_or("");
    part.file_name = without_escapes(parameter(line, "filename").value_or(""));
  }
  if (part.name.empty()) return no_form("a part has no name");
  return part;
}

}  // namespace

Result<std::vector<FormPart>> parse_form(std::string_view content_type, std::string_view body) {
  const std::string boundary = parameter(content_type, "boundary").value_or("");
  if (boundary.empty() || boundary.size() > kLongestBoundary) return no_form("its Content-Type names no boundary");
  const std::string between = "\r\n--" + boundary;
  if (!body.starts_with(std::string_view(between).substr(kLineEnd.size())))
    return no_form("it does not begin with its boundary");
  std::string_view rest = body.substr(between.size() - kLineEnd.size());
  std::vector<FormPart> parts;
  while (!rest.starts_with("--")) {
    if (!rest.starts_with(kLineEnd)) return no_form("a boundary is not alone in its line");
    if (parts.size() == kMostParts) return no_form("it has more than 10,000 parts; send fewer files at once");
    rest.remove_prefix(kLineEnd.size());
    TEXTKIN_ASSIGN_OR_RETURN(FormPart part, take_head(rest));
    const std::size_t end = rest.find(between);
    if (end == std::string_view::npos) return no_form("it is cut within a part");
    part.bytes = rest.substr(0, end);
    rest.remove_prefix(end + between.size());
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace textkin::desk
