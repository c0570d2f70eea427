#include "examples.h"

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace textkin::cli {
namespace {

// By the words behind `textkin`; a line is what follows it.
const std::map<std::string_view, std::vector<std::string_view>>& examples() {
  static const std::map<std::string_view, std::vector<std::string_view>> lines{
      {"",
       {"dedup wire.jsonl -o clean.jsonl --removed why.jsonl", "pairs essays --threshold 0.3",
        "report essays -o page.html", "compare bridge-a.txt bridge-b.txt"}},
      {"pairs",
       {"pairs essays --threshold 0.3", "pairs essays --against bridge-a.txt --shingle word:2 -t 0.1",
        "pairs hamlet --shingle char:9 --normalize none --multiset -t 0.53"}},
      {"dedup",
       {"dedup wire.jsonl -o clean.jsonl --removed why.jsonl", "dedup wire.jsonl --check --report look.html",
        "dedup wire.jsonl --keep longest -o clean.jsonl.gz"}},
      {"trim",
       {"trim wire.jsonl --words 20 -o left.jsonl --removed cuts.jsonl",
        "trim essays --unit paragraph -o left/ --emptied drop"}},
      {"decontaminate",
       {"decontaminate wire.jsonl --against bridge-a.txt -o clean.jsonl --removed why.jsonl",
        "decontaminate wire.jsonl --against bridge-a.txt --shingle word:8 --check --leaks leaks.tsv",
        "decontaminate wire.jsonl --against bridge-a.txt --shingle word:4 --action cut --margin 5 -o left.jsonl",
        "decontaminate wire.jsonl --against bridge-a.txt --by passages --guarantee 6 -o clean.jsonl"}},
      {"passages", {"passages essays", "passages essays --template exercise.txt --format jsonl -o passages.jsonl"}},
      {"report", {"report essays -o page.html", "report essays --template exercise.txt --pseudonyms -o unnamed.html"}},
      {"extract", {"extract exercise.txt", "extract exercise.txt -o text.txt"}},
      {"score",
       {"passages essays --guarantee 8 -o true.tsv", "passages essays -o found.tsv", "score true.tsv found.tsv"}},
      {"compare",
       {"compare bridge-a.txt bridge-b.txt", "compare bridge-a.txt bridge-b.txt --shingle word:2 --format json"}},
      {"distance",
       {"distance essays --shingle word:3", "distance essays --shingle word:3 --max-distance 0.3 --format jsonl"}},
      {"signatures",
       {"signatures create essays --shingle word:3 -o essays.sig",
        "signatures nearest bridge-a.txt --in essays.sig --top 3"}},
      {"signatures create",
       {"signatures create essays --shingle word:3 -o essays.sig",
        "signatures create wire.jsonl --bits 8 -o wire.sig"}},
      {"signatures add",
       {"signatures create essays --shingle word:3 -o essays.sig", "signatures add bridge-a.txt --to essays.sig"}},
      {"signatures merge",
       {"signatures create bridge-a.txt -o a.sig", "signatures create bridge-b.txt -o b.sig",
        "signatures merge a.sig b.sig -o both.sig"}},
      {"signatures nearest",
       {"signatures create essays --shingle word:3 -o essays.sig",
        "signatures nearest bridge-a.txt --in essays.sig --top 3"}},
      {"signatures pairs",
       {"signatures create essays --shingle word:3 -o essays.sig", "signatures pairs essays.sig --threshold 0.1"}},
      {"signatures estimate",
       {"signatures create essays --shingle word:3 -o essays.sig", "signatures pairs essays.sig -t 0.1 -o pairs.tsv",
        "signatures estimate essays.sig --of pairs.tsv --containment"}},
      {"signatures info", {"signatures create essays --shingle word:3 -o essays.sig", "signatures info essays.sig"}},
      {"simhash",
       {"simhash wire.jsonl --distance 8", "simhash wire.jsonl --of bridge-a.txt --distance 40",
        "simhash --plan --documents 8e9"}},
      {"rules", {"rules baskets.txt --confidence 0.8", "rules baskets.txt --similarity 0.4 --min-support 3"}},
      {"plan",
       {"plan essays", "plan --threshold 0.8 --recall 0.99", "plan --threshold 0.53 --hashes 225 --prefer accuracy"}},
      {"explain",
       {"explain hamlet --multiset -t 0.53 --shingle-hash murmur3",
        "explain exercise.txt bridge-a.txt --shingle word:1 --hashes 6 --trace",
        "explain bridge-a.txt bridge-b.txt --shingle word:1 --estimator rum"}},
      {"sketches", {"sketches", "sketches --format json"}},
      {"sketch", {"sketch wire.jsonl --run-dir work --threshold 0.8"}},
      {"join", {"sketch wire.jsonl --run-dir work", "join --run-dir work"}},
      {"cluster", {"sketch wire.jsonl --run-dir work", "join --run-dir work", "cluster --run-dir work -o clean.jsonl"}},
      {"index", {"index create sources", "index add sources essays", "index query sources bridge-a.txt -t 0.5"}},
      {"index create",
       {"index create sources", "index create programs --normalize code:java --shingle word:9",
        "index create lists --passages none"}},
      {"index add", {"index create sources", "index add sources essays"}},
      {"index query",
       {"index create sources", "index add sources essays", "index query sources essays/anna.txt --top 3 -t 0.5"}},
      {"index passages", {"index create sources", "index add sources essays", "index passages sources bridge-a.txt"}},
      {"index report",
       {"index create sources", "index add sources essays", "index report sources essays/anna.txt -o page.html"}},
      {"index remove", {"index create sources", "index add sources essays", "index remove sources anna.txt"}},
      {"index get", {"index create sources", "index add sources essays", "index get sources anna.txt"}},
      {"index list", {"index create sources", "index add sources essays", "index list sources"}},
      {"index stats", {"index create sources", "index add sources essays", "index stats sources"}},
      {"index verify", {"index create sources", "index add sources essays", "index verify sources"}},
      {"index repair", {"index create sources", "index add sources essays", "index repair sources"}},
      {"index export", {"index create sources", "index add sources essays", "index export sources"}},
      {"index snapshot", {"index create sources", "index add sources essays", "index snapshot sources copy"}},
      {"index merge", {"index create sources", "index add sources essays", "index merge sources"}},
      {"index rebuild",
       {"index create sources", "index add sources essays", "index rebuild sources folded --normalize nfkc-casefold"}},
      {"index audit", {"index create sources", "index add sources essays", "index audit sources --sample 3"}},
      {"index plan", {"index create sources", "index add sources essays", "index plan sources"}},
      {"serve", {"index create sources", "index add sources essays", "serve sources --try"}},
      {"completions", {"completions bash -o textkin.bash", "completions man -o textkin.1"}},
      {"law",
       {"law error --hashes 256", "law hashes --within 0.05", "law chance --universe 1000 --size-a 50 --size-b 60"}},
      {"law error", {"law error --hashes 256 --similarity 0.8", "law error --hashes 256 --bits 1 --similarity 0.8"}},
      {"law hashes", {"law hashes --within 0.05 --confidence 0.95"}},
      {"law interval",
       {"law interval --hashes 128 --matches 100", "law interval --hashes 128 --matches 100 --modified"}},
      {"law chance", {"law chance --universe 1000 --size-a 50 --size-b 60 --shared 12"}},
      {"law samples", {"law samples --size-a 90 --size-b 80 --shared 40 --sample-a 30 --sample-b 20"}},
      {"law ru",
       {"law ru --rows 13 --set-a 1,4,7-9 --set-b 4,7,10", "law ru --rows 101 --size-a 40 --size-b 30 --shared 20"}},
      {"law mash", {"law mash --similarity 0.9 --kmer 21", "law mash --similarity 0.9 --hashes 1000"}},
      {"law simhash", {"law simhash --bits 64 --distance 3 --documents 8000000000"}},
      {"law bias", {"law bias --family linear --modulus 101 --set-a 1-10 --set-b 6-15"}}};
  return lines;
}

constexpr std::string_view kExitCodes =
    "\nExit codes: 0 done, 1 --check found something, 2 wrong usage or failed input or output, 130 interrupted.";

void add_footer(CLI::App& command, const std::string& words) {
  std::string footer;
  if (const auto own = examples().find(words); own != examples().end()) {
    footer = "\nExamples, as they run in docs/examples:\n";
    for (const std::string_view line : own->second) footer.append("  textkin ").append(line).append("\n");
  }
  command.footer(footer.append(kExitCodes));
  for (CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; }))
    add_footer(*below, words + (words.empty() ? "" : " ") + below->get_name());
}

}  // namespace

void add_examples(CLI::App& app) { add_footer(app, ""); }

}  // namespace textkin::cli
