// Any text under any normaliser and tokeniser of the catalogue: the same features on every target. This is how hashes
// of words are compared with their scalar twin, too.
#include "text/catalog.h"

#include "base/cpu.h"
#include "base/utf8.h"
#include "draws.h"
#include "fuzzer.h"
#include "html_words.h"

namespace textkin::fuzz::shingler {
namespace {

TextSpec draw_spec(Draws& draws) {
  TextSpec spec;
  spec.normalizers.clear();
  for (auto left = draws.number(0, 2); left > 0; --left)
    spec.normalizers.emplace_back(text::normalizers()[draws.number(0, text::normalizers().size() - 1)].name);
  spec.tokens = text::tokenizers()[draws.number(0, text::tokenizers().size() - 1)].name;
  spec.unit = static_cast<ShingleUnit>(draws.number(0, 2));
  spec.shingle_size = static_cast<std::uint32_t>(draws.number(1, 20));
  spec.multiset = draws.flag();
  if (draws.flag()) spec.fingerprint = "rabin";
  if (draws.flag()) spec.stem = "english";
  if (draws.flag()) spec.stop_words = "english";
  if (draws.number(0, 3) == 3)
    spec = {.normalizers = {}, .tokens = "whitespace", .shingle_size = 1, .weights = Weights::kSuffix};
  return spec;
}

void run(std::string_view bytes) {
  Draws draws(bytes);
  const TextSpec spec = draw_spec(draws);
  std::string text;
  base::append_valid_utf8(draws.rest(), text);
  std::vector<Feature> expected;
  bool is_first = true;
  for (const char* const target : {"scalar", "auto", "avx2", "sse4"}) {
    if (!base::force_simd(target).ok()) continue;
    const Result<std::unique_ptr<Shingler>> shingler = text::make_shingler(spec);
    if (!shingler.ok()) break;
    std::vector<Feature> features;
    (*shingler)->append_distinct(text, features);
    if (is_first) expected = features;
    is_first = false;
    require(features == expected);
  }
  require(base::force_simd("auto").ok());
}

const Registered kFuzzer({.name = "shingler", .run = run, .words = kHtmlWords});

}  // namespace
}  // namespace textkin::fuzz::shingler
