// The catalogue of the text room: normalisers, tokenisers, and the Shingler made of them.
//
// Help texts, checks of options and conformance tests read these tables; an addition is a file, its test, a line here.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hash/key.h"
#include "text/normalize/normalizer.h"
#include "text/shingles/named_shingler.h"
#include "text/shingles/text_gauge.h"
#include "textkin/shingler.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::text {

// A normaliser, a tokeniser, or how a shingle becomes a feature.
struct TextStep {
  std::string_view name;
  std::string_view version;  // "nfkc-casefold.v1"; part of the identity of a spec
  std::string_view doc;      // one line
  std::string_view reference;
};

std::span<const TextStep> normalizers();
std::span<const TextStep> tokenizers();
std::span<const TextStep> fingerprints();
// What TextSpec::stop_words and stem may name.
std::vector<std::string_view> stop_word_lists();
std::vector<std::string_view> stemmers();

// Parses "word:5", "char:9" or "kmer:21" into unit and size; kInvalidArgument says what is allowed.
Status parse_shingle(std::string_view text, TextSpec& spec);
// The same back: "word:5".
std::string shingle_name(const TextSpec& spec);

// "nfkc-casefold.v1|unicode.v1|word:5|set|shingle.v2|unicode-15.0": the printable identity of a spec. What is not the
// default stands there too: "...|unicode.v1+stop-english.v1+stem-english.snowball-2.2|word:2|set|rabin.v1|...".
std::string describe(const TextSpec& spec);

// Whether features depend on the spec's secret: those of k-mers never collide, Rabin's fingerprints are what they are.
bool takes_a_key(const TextSpec& spec);

// What the spec's secret makes, or the public key.
hash::Key key_of(const TextSpec& spec);

// Fails with kInvalidArgument, naming the nearest name, where the spec names something that is not in the catalogue.
Result<std::unique_ptr<Shingler>> make_shingler(const TextSpec& spec);

// Those that the spec names, from left to right. kInvalidArgument as make_shingler().
Result<std::vector<std::unique_ptr<Normalizer>>> make_normalizers(const TextSpec& spec);

// For what make_shingler() accepts, but for k-mers: their units are bytes.
Result<std::unique_ptr<TextGauge>> make_text_gauge(const TextSpec& spec);

// The same shingles with their names. Refuses weighted items and k-mers as well: they have no names to show.
Result<std::unique_ptr<NamedShingler>> make_named_shingler(const TextSpec& spec);

}  // namespace textkin::text
