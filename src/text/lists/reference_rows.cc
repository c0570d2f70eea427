#include "text/lists/reference_rows.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>

#include "textkin/word_weight.h"

namespace textkin::text {
namespace {

using Score = std::int64_t;

// A word that weighs 60 costs 60 x 13; a joint near a source gains 60 x 60: so a list has more than 13 joints in 60
// words. Prose has 5 to 12 (news, law, declarations in 80 languages), entries of all styles 16 to 35.
constexpr Score kJoint = 60 * 60;
constexpr Score kWord = 13;
constexpr Score kYearInProse = -3 * kJoint;
constexpr Score kEndsList = 7 * kJoint;                                    // so much is lost in 80 words of prose
constexpr Score kEndsAtHeading = 3 * kJoint;                               // or so much behind a short line
constexpr Score kBeginsAgain = 5 * kJoint / 2;                             // so much is gained by an entry
constexpr std::uint32_t kNear = 40 * kWordWeight;                          // a word of an entry is so near a source
constexpr std::uint64_t kLongestProse = 300 * std::uint64_t{kWordWeight};  // of an annotation, at most
constexpr std::uint32_t kWordsOfHeading = 8;

// Prose that cites in each sentence, as reviews of the literature do: an entry is cited in none of its own words.
bool is_review(std::span<const Seen> line, std::uint64_t weight) {
  constexpr std::uint64_t kLeast = 40 * std::uint64_t{kWordWeight};
  constexpr std::ptrdiff_t kLeastCited = 3;
  constexpr std::ptrdiff_t kLeastSentences = 2;
  return weight >= kLeast && std::ranges::count_if(line, &Seen::cited) >= kLeastCited &&
         std::ranges::count_if(line, &Seen::sentence_end) >= kLeastSentences;
}

// Whether a note names a source, and says nothing beside. It ends with a page or a year, or has many more signs than
// prose.
bool is_citation(std::span<const Seen> line, const Row& row, Score joints) {
  constexpr Score kWordElsewhere = 24;
  constexpr std::size_t kLast = 2;
  if (row.sources == 0 || row.score <= 0) return false;
  const bool ends = std::ranges::any_of(line.last(std::min(line.size(), kLast)), &Seen::digit);
  return kJoint * joints > (ends ? kWord : kWordElsewhere) * static_cast<Score>(row.weight);
}

}  // namespace

std::vector<Row> rows_of(const std::vector<Seen>& words, bool notes) {
  constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max() / 2;
  std::vector<std::uint32_t> to_next(words.size());
  std::uint32_t far = kFar;
  for (std::size_t i = words.size(); i-- > 0;) {
    far = words[i].source == Source::kSource ? 0 : std::min(kFar, far + words[i].weight);
    to_next[i] = far;
  }
  const bool numbered = notes && !words.empty() && words[0].digit;
  std::vector<Row> out;
  far = kFar;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    const auto goes_on = [&](std::size_t k) {
      return !words[k].line_end || (numbered && !words[k].paragraph_end && k + 1 < words.size() && !words[k + 1].digit);
    };
    while (end < words.size() && goes_on(end)) ++end;
    end = std::min(end + 1, words.size());
    Row row{.first = static_cast<std::uint32_t>(i)};
    const std::span<const Seen> line(words.begin() + static_cast<std::ptrdiff_t>(i), end - i);
    row.sources = static_cast<std::uint32_t>(std::ranges::count(line, Source::kSource, &Seen::source));
    row.heading = (i == 0 || words[i - 1].paragraph_end) && end < words.size() && words[end - 1].paragraph_end &&
                  end - i <= kWordsOfHeading && row.sources == 0 && !words[i].lower && words[end - 1].spaces;
    if (row.heading) far = kFar;  // a source above it says nothing about what is below
    for (std::size_t k = i; k < end; ++k) {
      const Seen& word = words[k];
      far = word.source == Source::kSource ? 0 : std::min(kFar, far + word.weight);
      row.weight += word.weight;
      row.score -= kWord * static_cast<Score>(word.weight);
      if (word.source == Source::kYearInProse)
        row.score += kYearInProse;
      else if (word.joint && std::min(far, to_next[k]) <= kNear)
        row.score += kJoint;
    }
    if (is_review(line, row.weight)) {
      row.sources = 0;
      row.score = -kWord * static_cast<Score>(row.weight);
    }
    const Score joints = std::ranges::count_if(line, &Seen::joint);
    row.citation = is_citation(line, row, joints);
    row.brief = 2 * joints * kWordWeight >= static_cast<Score>(row.weight) && std::ranges::any_of(line, &Seen::digit);
    out.push_back(row);
    i = end;
  }
  return out;
}

// Goes over the rows with the sum of their scores: a list ends where the sum was highest before it fell far, and begins
// again where it was lowest before it rose.
std::vector<Stretch> stretches_of(const std::vector<Row>& rows) {
  std::vector<Stretch> out;
  Score sum = 0;
  Score turn = 0;          // the highest in a list, the lowest in prose
  std::size_t turned = 0;  // the row behind it
  std::size_t begin = 0;
  bool in_list = true;
  std::uint64_t prose = 0;
  const auto close = [&] {
    const std::size_t end = turned - (turned > begin && rows[turned - 1].heading ? 1 : 0);
    if (end > begin) out.push_back({begin, end});
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sum += rows[i].score;
    if (in_list ? sum > turn : sum < turn) {
      turn = sum;
      turned = i + 1;
    }
    const bool below = turned > 0 && turned < rows.size() && (rows[turned].heading || rows[turned - 1].heading);
    if (in_list && sum <= turn - (below ? kEndsAtHeading : kEndsList)) {
      close();
      if (below) return out;
      in_list = false;
      prose = 0;
      for (std::size_t k = turned; k < i; ++k) prose += rows[k].weight;
      turn = sum;
      turned = i + 1;
    } else if (!in_list && sum >= turn + kBeginsAgain) {
      in_list = true;
      begin = turned;
      turn = sum;
      turned = i + 1;
    }
    if (in_list) continue;
    prose += rows[i].weight;
    if (prose > kLongestProse) return out;
  }
  if (in_list) close();
  return out;
}

std::vector<Stretch> citations_of(const std::vector<Row>& rows) {
  std::vector<Stretch> out;
  std::uint64_t prose = 0;
  for (std::size_t i = 0; i < rows.size() && prose <= kLongestProse; ++i) {
    const bool cites = rows[i].citation || rows[i].brief;
    prose = cites ? 0 : prose + rows[i].weight;
    if (!cites) continue;
    if (!out.empty() && out.back().end == i)
      ++out.back().end;
    else
      out.push_back({i, i + 1});
  }
  return out;
}

}  // namespace textkin::text
