// Any bytes as each kind of file whose text is taken out: what comes is UTF-8, a note is a line, and a refusal says
// why. Of docx and odt: bytes that begin as an archive are one; others are the parts of one, with kNextPart between
// them.
#include <array>
#include <vector>

#include "base/utf8.h"
#include "extract/catalog.h"
#include "extract/charset.h"
#include "fuzzer.h"
#include "html_words.h"
#include "input/blocks/valid_utf8.h"
#include "zip.h"

namespace textkin::fuzz::extractors {
namespace {

constexpr char kNextPart = '\x1E';

void read(std::string_view suffix, std::string_view bytes) {
  const extract::Limits limits{.unpacked = 1u << 20, .pdf_program = {}, .traces = true};
  const Result<extract::Extracted> made = extract::extract(suffix, bytes, limits);
  if (!made.ok())
    return require(!made.status().message().empty() && made.status().message().find('\n') == std::string::npos);
  require(input::valid_utf8(made->text));
  for (const std::string& note : made->notes) require(!note.empty() && note.find('\n') == std::string::npos);
  const extract::Traces& traces = made->traces;
  for (const std::string* line :
       {&traces.author, &traces.last_saved_by, &traces.created, &traces.modified, &traces.program})
    require(input::valid_utf8(*line) && line->size() <= 600 && line->find('\n') == std::string::npos);
  require(traces.revisions.size() <= 400);
}

// The parts of a file, by the names in their order.
void read_packed(std::string_view suffix, std::span<const std::string_view> names, std::string_view bytes) {
  if (bytes.starts_with("PK")) return read(suffix, bytes);
  ZipParts parts;
  for (const std::string_view name : names) {
    const std::string_view part = bytes.substr(0, bytes.find(kNextPart));
    parts.emplace_back(name, part);
    bytes.remove_prefix(std::min(bytes.size(), part.size() + 1));
    if (bytes.empty()) break;
  }
  read(suffix, zip_of(parts));
}

constexpr std::array<std::string_view, 9> kDocxParts{
    "word/document.xml", "word/styles.xml",   "word/footnotes.xml", "word/endnotes.xml",           "_rels/.rels",
    "docProps/core.xml", "word/settings.xml", "docProps/app.xml",   "word/_rels/document.xml.rels"};
constexpr std::array<std::string_view, 3> kOdtParts{"content.xml", "styles.xml", "meta.xml"};

constexpr auto kDocxWords =
    std::to_array<std::string_view>({"<w:p>",
                                     "</w:p>",
                                     "<w:r>",
                                     "</w:r>",
                                     "<w:t>",
                                     "</w:t>",
                                     "<w:rPr><w:vanish/></w:rPr>",
                                     "<w:tab/>",
                                     "<w:br/>",
                                     "<w:tbl>",
                                     "<w:tr>",
                                     "<w:tc>",
                                     "</w:tc>",
                                     "</w:tr>",
                                     "</w:tbl>",
                                     "<w:del>",
                                     "<w:ins>",
                                     "<w:fldSimple>",
                                     "<w:footnoteReference w:id=\"1\"/>",
                                     "<w:footnote w:id=\"1\">",
                                     "<w:sz w:val=\"2\"/>",
                                     "<w:color w:val=\"FFFFFF\"/>",
                                     "<w:shd w:fill=\"000000\"/>",
                                     "<w:style w:styleId=\"a\" w:type=\"table\">",
                                     "<w:basedOn w:val=\"a\"/>",
                                     "<w:pStyle w:val=\"a\"/>",
                                     "</w:style>",
                                     "<mc:AlternateContent>",
                                     "</mc:AlternateContent>",
                                     "<mc:Choice>",
                                     "<mc:Choice Requires=\"wps\">",
                                     "<mc:Choice Requires=\"a\" xmlns:a=\"b\">",
                                     "</mc:Choice>",
                                     "<w:txbxContent>",
                                     "</w:txbxContent>",
                                     "<w:rt>",
                                     "<w:altChunk/>",
                                     "<w:endnoteReference/>",
                                     "<w:docDefaults><w:rPrDefault><w:rPr>",
                                     "<w:style w:styleId=\"a\" w:type=\"paragraph\" w:default=\"1\">",
                                     "<mc:Fallback>",
                                     "<w:instrText>",
                                     "&#x0;",
                                     "&amp;",
                                     "<![CDATA[",
                                     "]]>",
                                     "<!--",
                                     "-->",
                                     "<!DOCTYPE x [",
                                     "<?x?>",
                                     "\x1E",
                                     "word",
                                     "PK\x03\x04",
                                     "PK\x01\x02",
                                     "PK\x05\x06",
                                     "<Relationship Type=\"officeDocument\" Target=\"word/x.xml\"/>",
                                     "<Relationship Type=\"/footnotes\" Target=\"../word/./document.xml\"/>"});
constexpr auto kOdtWords = std::to_array<std::string_view>(
    {"<text:p>",
     "</text:p>",
     "<text:span text:style-name=\"a\">",
     "</text:span>",
     "<text:s text:c=\"9\"/>",
     "<text:s text:c=\"-1\"/>",
     "<text:s text:c=\"999999999999\"/>",
     "<text:tab/>",
     "<text:line-break/>",
     "<text:note>",
     "<text:note-body>",
     "</text:note>",
     "<draw:text-box>",
     "</draw:text-box>",
     "</table:table>",
     "</table:table-cell>",
     "<text:section text:display=\"none\">",
     "</text:section>",
     "<text:hidden-paragraph text:is-hidden=\"true\"/>",
     "<text:hidden-text text:string-value=\"a b\" text:is-hidden=\"false\"/>",
     "<text:ruby><text:ruby-base>",
     "<text:ruby-text>",
     "<svg:title>",
     "<svg:desc>",
     "<office:binary-data>",
     "<style:default-style style:family=\"paragraph\">",
     "<table:table>",
     "<table:table-row>",
     "<table:table-cell table:number-columns-repeated=\"9999\">",
     "<text:h>",
     "<text:list>",
     "<text:tracked-changes>",
     "<style:style style:name=\"a\" style:parent-style-name=\"b\">",
     "<style:style style:name=\"b\" style:parent-style-name=\"a\">",
     "<style:text-properties text:display=\"none\" fo:font-size=\"1pt\" fo:color=\"#ffffff\"/>",
     "</style:style>",
     "<office:body>",
     "<office:text>",
     "<office:annotation>",
     "&#x0;",
     "&amp;",
     "<![CDATA[",
     "]]>",
     "<!--",
     "-->",
     "\x1E",
     "word",
     "PK\x03\x04"});
constexpr auto kMarkdownWords = std::to_array<std::string_view>(
    {"# ",       "```\n",    "~~~\n",     "    ",  "> ",         "- ",     "1. ",
     "*",        "**",       "_",         "`",     "``",         "[a](b)", "![a](b \"c\")",
     "[a]: b\n", "[",        "](",        " \"",   "<b c=\"",    "<b>",    "<!--",
     "-->",      "<script>", "</script>", "|",     "---\n",      "\\",     "&amp;",
     "\n\n",     "\r\n",     "\t",        "word ", "<http://x>", "$$",     "---\ntitle: x\n---\n",
     "\xFF\xFE"});
constexpr auto kCharsetWords = std::to_array<std::string_view>(
    {"\xEF\xBB\xBF", "\xFF\xFE", "\xFE\xFF", std::string_view("\xFF\xFE\0\0", 4), std::string_view("\0\0\xFE\xFF", 4),
     std::string_view("a\0b\0", 4), std::string_view("\0a\0b", 4), "\xE4", "\xC3\xA4", "\x1B$B", "\x1B(B", "+AOQ-",
     "\x82\xA0", "\xD8\x3D", "\x80", "word "});

void read_charset(std::string_view bytes) {
  static constexpr auto kDeclared =
      std::to_array<std::string_view>({"", "utf-8", "windows-1252", "iso-2022-jp", "utf-7", "utf-16", "shift_jis",
                                       "gb18030", "hz-gb-2312", "no such charset"});
  const std::size_t which = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front()) % kDeclared.size();
  bytes.remove_prefix(std::min<std::size_t>(1, bytes.size()));
  const Result<extract::Decoded> decoded = extract::decode(bytes, kDeclared[which]);
  if (!decoded.ok()) return require(!decoded.status().message().empty());
  require(input::valid_utf8(decoded->text) && !decoded->charset.empty());
  require(decoded->guessed == !extract::charset_note(*decoded).empty());
  read("txt", bytes);
}

constexpr auto kSubtitlesWords = std::to_array<std::string_view>(
    {"WEBVTT", "\n", "\r\n", "1\n", "23\n", "00:00:01,000 --> 00:00:02,500\n", "00:01.000", " --> ", "-->", "01:", ",",
     ".", " align:start ä", "ä", "word ", "\xFF\xFE"});

// Character for character the text, with spaces for some.
void read_subtitles(std::string_view bytes) {
  read("srt", bytes);
  const Result<extract::Extracted> made = extract::extract("srt", bytes, extract::Limits());
  const Result<extract::Decoded> decoded = extract::decode(bytes);
  if (!made.ok() || !decoded.ok()) return require(made.ok() == decoded.ok());
  std::string_view left = made->text;
  for (std::string_view text = decoded->text; !text.empty();) {
    const auto ends = [](std::string_view any) {
      std::size_t end = 1;
      while (end < any.size() && base::continues_character(any[end])) ++end;
      return end;
    };
    require(!left.empty());
    const std::string_view was = text.substr(0, ends(text));
    const std::string_view is = left.substr(0, ends(left));
    require(is == was || is == " ");
    text.remove_prefix(was.size());
    left.remove_prefix(is.size());
  }
  require(left.empty());
}

const Registered kDocx({.name = "docx",
                        .run = [](std::string_view bytes) { read_packed("docx", kDocxParts, bytes); },
                        .words = kDocxWords});
const Registered kOdt({.name = "odt",
                       .run = [](std::string_view bytes) { read_packed("odt", kOdtParts, bytes); },
                       .words = kOdtWords});
const Registered kHtml({.name = "html",
                        .run = [](std::string_view bytes) { read("html", bytes); },
                        .words = kHtmlWords});
const Registered kMarkdown({.name = "markdown",
                            .run = [](std::string_view bytes) { read("md", bytes); },
                            .words = kMarkdownWords});
constexpr auto kNotebookWords = std::to_array<std::string_view>({"{\"cells\":[",
                                                                 "]}",
                                                                 "{\"source\":\"a\"}",
                                                                 "\"source\":[\"a\\n\",\"b\"]",
                                                                 "\"outputs\":[",
                                                                 "[]",
                                                                 "{}",
                                                                 "\"worksheets\":[",
                                                                 "\"cells\":[{\"source\":\"b\"}],",
                                                                 "\"input\":",
                                                                 "null",
                                                                 "1e400",
                                                                 "99999999999999999999999",
                                                                 "\"\\ud83d\\ude00\"",
                                                                 "\"\\ud83d\"",
                                                                 "\"\\u0000\"",
                                                                 ",",
                                                                 "\xEF\xBB\xBF",
                                                                 "\\",
                                                                 "\"cell_type\":\"code\"",
                                                                 "\n"});
const Registered kNotebook({.name = "notebook",
                            .run = [](std::string_view bytes) { read("ipynb", bytes); },
                            .words = kNotebookWords});
constexpr auto kRtfWords = std::to_array<std::string_view>({"{",
                                                            "}",
                                                            "\\",
                                                            "{\\rtf1",
                                                            "\\'e9",
                                                            "\\u8212 ?",
                                                            "\\u-10179?",
                                                            "\\u-8704?",
                                                            "\\uc2 ",
                                                            "\\v ",
                                                            "\\v0 ",
                                                            "\\plain ",
                                                            "\\par ",
                                                            "{\\*\\x ",
                                                            "{\\footnote ",
                                                            "{\\*\\shpinst ",
                                                            "{\\shptxt ",
                                                            "{\\fonttbl{\\f1\\fcharset204 a;}}",
                                                            "\\f1 ",
                                                            "\\trowd\\clcbpat1\\cellx9 ",
                                                            "\\pard\\intbl ",
                                                            "\\cell ",
                                                            "\\row ",
                                                            "{\\colortbl;\\red255\\green255\\blue255;}",
                                                            "\\cf1 ",
                                                            "\\highlight1 ",
                                                            "\\fs2 ",
                                                            "\\bin5 ",
                                                            "\\bin-1 ",
                                                            "\\bin99999999999 ",
                                                            "\\ansicpg932",
                                                            "\\deleted ",
                                                            "\\tab "});
const Registered kRtf({.name = "rtf",
                       .run = [](std::string_view bytes) { read("rtf", "{\\rtf1" + std::string(bytes)); },
                       .words = kRtfWords});
const Registered kSubtitles({.name = "subtitles", .run = read_subtitles, .words = kSubtitlesWords});
const Registered kCharset({.name = "charset", .run = read_charset, .words = kCharsetWords});

}  // namespace
}  // namespace textkin::fuzz::extractors
