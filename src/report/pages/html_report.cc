#include "report/pages/html_report.h"

#include <fmt/format.h>

#include <iterator>

#include "report/pages/page_parts.h"
#include "report/text/format.h"

namespace textkin::report {
namespace {

void append_strings(const std::vector<std::string>& strings, std::string& out) {
  append_script_list(strings, out, [&](const std::string& string) { append_script_string(string, out); });
}

void append_traces(const PageTraces& traces, std::string& out) {
  out += ",\"traces\":{";
  for (const auto& [name, value] :
       {std::pair("author", &traces.author), std::pair("last_saved_by", &traces.last_saved_by),
        std::pair("created", &traces.created), std::pair("modified", &traces.modified),
        std::pair("program", &traces.program)}) {
    if (value->empty()) continue;
    fmt::format_to(std::back_inserter(out), "\"{}\":", name);
    append_script_string(*value, out);
    out += ',';
  }
  if (!traces.author.empty()) fmt::format_to(std::back_inserter(out), "\"author_files\":{},", traces.author_files);
  if (!traces.created.empty()) fmt::format_to(std::back_inserter(out), "\"created_files\":{},", traces.created_files);
  out += "\"revisions\":";
  append_script_list(traces.revisions, out,
                     [&](std::uint32_t revision) { fmt::format_to(std::back_inserter(out), "\"{:08X}\"", revision); });
  out += ",\"revision_files\":";
  append_script_list(traces.revision_files, out,
                     [&](std::uint32_t files) { fmt::format_to(std::back_inserter(out), "{}", files); });
  fmt::format_to(std::back_inserter(out), ",\"all_revisions\":{}}}", traces.all_revisions);
}

// What follows its id.
void append_document(const PageDocument& document, std::string& out) {
  fmt::format_to(
      std::back_inserter(out),
      ",\"words\":{},\"counted\":{},\"quoted\":{},\"matched\":{},\"equal\":{},\"longest\":{},\"pairs\":{},\"text\":{},"
      "\"hash\":\"{:016x}\",\"excluded\":",
      document.words, document.counted, document.quoted, document.matched, document.equal, document.longest,
      document.pairs, document.has_text, document.hash);
  append_script_list(document.excluded, out, [&](const ExcludedSpan& span) {
    fmt::format_to(std::back_inserter(out), "[{},{},{},{},{}]", static_cast<unsigned>(span.kind), span.first_word,
                   span.words, span.offset, span.length);
  });
  for (const auto& [name, spans] :
       {std::pair("spans", &document.spans), std::pair("equal_spans", &document.equal_spans)}) {
    fmt::format_to(std::back_inserter(out), ",\"{}\":", name);
    append_script_list(*spans, out, [&](const auto& span) {
      fmt::format_to(std::back_inserter(out), "[{},{}]", span.first, span.second);
    });
  }
  if (document.against) out += ",\"against\":true";
  if (document.traces) append_traces(*document.traces, out);
  if (!document.person.empty()) {
    out += ",\"person\":";
    append_script_string(document.person, out);
  }
  fmt::format_to(std::back_inserter(out), ",\"flags\":{{\"hidden\":{},\"look_alike\":{}}},\"notes\":", document.hidden,
                 document.look_alike);
  append_strings(document.notes, out);
  out += ",\"reading\":";
  append_strings(document.reading, out);
  if (!document.places.empty()) {
    out += ",\"places\":";
    append_script_list(document.places, out,
                       [&](std::uint32_t place) { fmt::format_to(std::back_inserter(out), "{}", place); });
  }
  out += '}';
}

void append_pair(const PagePair& pair, std::string& out) {
  fmt::format_to(std::back_inserter(out),
                 "{{\"a\":{},\"b\":{},\"a_matched\":{},\"b_matched\":{},\"a_equal\":{},\"b_equal\":{},\"longest\":{},"
                 "\"counted\":{},\"passages\":",
                 pair.a, pair.b, pair.a_matched, pair.b_matched, pair.a_equal, pair.b_equal, pair.longest,
                 pair.counted);
  std::size_t at = 0;
  append_script_list(pair.passages, out, [&](const Passage& p) {
    fmt::format_to(std::back_inserter(out), "[{},{},{},{},{},{},{},{},{},", p.a_offset, p.a_length, p.a_words,
                   p.b_offset, p.b_length, p.b_words, p.equal, p.a_first_word, p.b_first_word);
    append_script_list(pair.pieces.subspan(p.first_piece, p.pieces), out, [&](const Piece& piece) {
      fmt::format_to(std::back_inserter(out), "[{},{},{}]", piece.a_first_word, piece.b_first_word, piece.words);
    });
    fmt::format_to(std::back_inserter(out), ",{}]", pair.elsewhere[at++]);
  });
  fmt::format_to(std::back_inserter(out), ",\"rare_words\":{}", pair.rare_words);
  if (pair.similarity >= 0) {
    out += ",\"similarity\":";
    append_number(pair.similarity, out);
  }
  out += '}';
}

void append_exclusions(const Page& page, std::string& out) {
  out += '[';
  for (std::size_t kind = 0; kind < kExclusionKinds; ++kind) {
    fmt::format_to(std::back_inserter(out),
                   "{}{{\"kind\":\"{}\",\"on\":{},\"tried\":{},\"words\":{},\"text\":", kind == 0 ? "" : ",",
                   kExclusionNames[kind], page.exclusions[kind].on, page.exclusions[kind].tried,
                   page.stats.excluded_words[kind]);
    append_script_string(page.exclusions[kind].text, out);
    out += '}';
  }
  out += ']';
}

void append_shared(const PageShared& shared, std::string& out) {
  fmt::format_to(std::back_inserter(out), "{{\"words\":{},\"documents\":{},\"whole\":{},\"places\":", shared.words,
                 shared.documents, shared.whole);
  append_script_list(shared.places, out, [&](const PageShared::Place& place) {
    fmt::format_to(std::back_inserter(out), "[{},{},{},{},{}]", place.document, place.first_word, place.words,
                   place.offset, place.length);
  });
  out += '}';
}

void append_clean(const CleanDocument& document, std::string& out) {
  out += "{\"id\":";
  append_script_string(document.id, out);
  fmt::format_to(std::back_inserter(out), ",\"words\":{},\"notes\":", document.words);
  append_strings(document.notes, out);
  if (!document.person.empty()) {
    out += ",\"person\":";
    append_script_string(document.person, out);
  }
  out += '}';
}

void append_best_match(const BestMatch& match, std::string& out) {
  fmt::format_to(std::back_inserter(out), "[{},", match.longest);
  append_number(match.share, out);
  fmt::format_to(std::back_inserter(out), ",{}]", match.documents);
}

}  // namespace

void append_page_begin(std::string& out) {
  append_html_begin("Re-used passages", kPassagesJsSha256, kPassagesHtml, out, kPassagesCss);
}

Status write_page_text(std::string_view text, const PageSink& write) {
  TEXTKIN_RETURN_IF_ERROR(write("<script type=\"application/json\" class=\"text\">"));
  TEXTKIN_RETURN_IF_ERROR(write_script_string(text, write));
  return write("</script>\n");
}

void append_page_no_text(std::string& out) {
  out += "<script type=\"application/json\" class=\"text\">null</script>\n";
}

Status write_page_marks(const GivenMarks& marks, const PageSink& write) {
  TEXTKIN_RETURN_IF_ERROR(write("<script type=\"application/json\" class=\"given-marks\">{\"name\":"));
  TEXTKIN_RETURN_IF_ERROR(write_script_string(marks.name, write));
  TEXTKIN_RETURN_IF_ERROR(write(",\"text\":"));
  TEXTKIN_RETURN_IF_ERROR(write_script_string(marks.text, write));
  return write("}</script>\n");
}

namespace {

// What is said of the run, before what there is many of.
void append_run(const Page& page, std::string& out) {
  const PassageStats& stats = page.stats;
  fmt::format_to(
      std::back_inserter(out),
      "<script type=\"application/json\" id=\"data\">{{\"version\":\"{}\",\"guarantee\":{},"
      "\"fingerprint_words\":{},\"window\":{},\"max_gap\":{},\"min_length\":{},\"common\":{},"
      "\"common_fingerprints\":{},\"documents_read\":{},\"against_documents\":{},\"only_against\":{},\"compared\":{},"
      "\"empty\":{},\"words\":{},\"problems\":{},\"pairs_found\":{},\"passages_found\":{},"
      "\"excluded_pairs\":{},\"shared_by\":{}",
      TEXTKIN_VERSION, stats.guarantee, stats.run, stats.window, stats.max_gap, stats.min_length, stats.common,
      stats.common_fingerprints, stats.documents, page.against_documents, !stats.within, page.compared, stats.empty,
      stats.words, stats.problems, stats.pairs, stats.passages, stats.excluded_pairs, stats.shared_by);
  fmt::format_to(std::back_inserter(out), ",\"pseudonyms\":{}", page.pseudonyms);
  out += ",\"command\":";
  append_script_string(page.command, out);
  out += ",\"sensitivity\":{\"name\":";
  append_script_string(stats.sensitivity, out);
  out += ",\"text\":";
  append_script_string(stats.sensitivity_text, out);
  out += '}';
  if (stats.persons > 0)
    fmt::format_to(std::back_inserter(out), ",\"persons\":{},\"pairs_of_one_person\":{}", stats.persons,
                   stats.pairs_of_one_person);
  out += ",\"inputs\":";
  append_strings(page.inputs, out);
  out += ",\"against\":";
  append_strings(page.against, out);
  out += ",\"problem_lines\":";
  append_strings(page.problems, out);
  fmt::format_to(std::back_inserter(out), ",\"notes\":{},\"note_lines\":", page.all_notes);
  append_strings(page.notes, out);
  out += ",\n\"exclusions\":";
  append_exclusions(page, out);
  out += ",\n\"all_documents\":";
  append_script_list(page.best_matches, out, [&](const BestMatch& match) { append_best_match(match, out); });
  fmt::format_to(std::back_inserter(out), ",\n\"clean_documents\":{},\"clean\":", page.clean_documents);
  append_script_list(page.clean, out, [&](const CleanDocument& document) { append_clean(document, out); });
  out += ",\n\"shared_passages\":";
  append_script_list(page.shared, out, [&](const PageShared& shared) { append_shared(shared, out); });
}

}  // namespace

Status write_page_end(const Page& page, const PageSink& write) {
  std::string out;
  append_run(page, out);
  out += ",\n\"documents\":[";
  for (const PageDocument& document : page.documents) {
    out += &document == page.documents.data() ? "{\"id\":" : ",{\"id\":";
    TEXTKIN_RETURN_IF_ERROR(write(out));
    out.clear();
    TEXTKIN_RETURN_IF_ERROR(write_script_string(document.id, write));
    append_document(document, out);
  }
  out += "],\n\"pairs\":[";
  for (const PagePair& pair : page.pairs) {
    if (&pair != page.pairs.data()) out += ',';
    append_pair(pair, out);
    TEXTKIN_RETURN_IF_ERROR(write(out));
    out.clear();
  }
  out += "]}</script>\n";
  append_html_end(kPassagesJs, out);
  return write(out);
}

}  // namespace textkin::report
