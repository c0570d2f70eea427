// textkin's side of `make bench-kernels`: does one job of one kernel each time it is asked to.
//
// bench_turns FOLDER reads lines `KERNEL TARGET ROUNDS` from its input and answers each with `SECONDS ANSWER ERROR`:
// thread time of so many rounds, behind one that is not counted; what the kernel found, by which bench/kernels/run.py
// sees that all contenders did the same job; and of a sketch the root of the mean squared error of its estimates.
// Programs that answer so take turns, and no one of them has the machine's best moments alone. FOLDER has the inputs
// that bench/kernels/inputs.py makes.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "align/aligner.h"
#include "align/common_words.h"
#include "align/winnow.h"
#include "base/cpu.h"
#include "join/sets/overlap.h"
#include "measuring.h"
#include "sketch/catalog.h"
#include "textkin/feature_set.h"
#include "textkin/signature_block.h"

namespace {

using textkin::bench::thread_seconds;
using textkin::FeatureBlock;

constexpr std::size_t kReadWords = 1u << 25;
constexpr std::uint32_t kGuarantee = 12;

[[noreturn]] void fail(const std::string& why) {
  fmt::print(stderr, "bench_turns: {}\n", why);
  std::exit(2);
}

template <class T>
std::vector<T> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) fail("cannot read " + path);
  std::vector<T> values(static_cast<std::size_t>(file.tellg()) / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
  return values;
}

// A file of sets of one size: how many, how large, and their members.
FeatureBlock read_sets(const std::string& path) {
  const auto words = read_file<std::uint64_t>(path);
  FeatureBlock block;
  block.values.assign(words.begin() + 2, words.end());
  for (std::uint64_t i = 1; i <= words[0]; ++i) block.offsets.push_back(i * words[1]);
  return block;
}

// A job answers what it found; `run` is what is timed.
struct Job {
  std::function<void()> run;
  std::function<std::pair<double, double>()> answer;
};

class Jobs {
 public:
  explicit Jobs(const std::string& folder)
      : folder_(folder),
        ids_(read_sets(folder + "/ids")),
        sorted_(read_sets(folder + "/sorted")),
        long_(read_sets(folder + "/long")),
        weighted_(read_sets(folder + "/weighted")),
        words_(read_sets(folder + "/words")),
        edited_(read_sets(folder + "/edited")),
        texts_(read_sets(folder + "/texts")),
        planted_(read_file<std::uint64_t>(folder + "/planted")),
        memory_(kReadWords, 1) {
    weighted_.weights = read_file<double>(folder + "/weights");
    const std::size_t words = texts_[0].size();  // five letters and a space each
    for (std::uint32_t i = 0; i < words; ++i) {
      begin_.push_back(6 * i);
      end_.push_back(6 * i + 5);
    }
  }

  Job find(const std::string& kernel) {
    const auto answer = [this] { return std::pair(sum_, 0.0); };
    if (kernel == "read") return {[this] { read(); }, answer};
    if (kernel == "overlap") return {[this] { overlaps(sorted_); }, answer};
    if (kernel == "overlap-long") return {[this] { overlaps(long_); }, answer};
    if (kernel == "winnow") return {[this] { winnow(); }, answer};
    if (kernel == "common-words") return {[this] { common_words(); }, answer};
    if (kernel == "align") return {[this] { align(); }, answer};
    if (kernel == "fss-small") return sketch("fss", 24, ids_, "truth-jaccard");
    if (kernel == "simhash") return sketch(kernel, 64, ids_, "truth-cosine");
    if (kernel == "dartminhash") return sketch(kernel, 256, weighted_, "truth-weighted");
    return sketch(kernel, 128, ids_, "truth-jaccard");
  }

 private:
  // In 8 sums, so that the additions do not wait for each other.
  void read() {
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i + 8 <= memory_.size(); i += 8)
      for (std::size_t j = 0; j < 8; ++j) sums[j] += memory_[i + j];
    sum_ = 0;
    for (const std::uint64_t sum : sums) sum_ += static_cast<double>(sum);
  }

  // Each set with the next, with which every second shares two thirds, and the others nothing.
  void overlaps(const FeatureBlock& sets) {
    std::uint64_t shared = 0;
    for (std::size_t i = 0; i + 1 < sets.size(); ++i) shared += textkin::join::overlap(sets[i], sets[i + 1]);
    sum_ = static_cast<double>(shared);
  }

  void winnow() {
    winnower_.choose(words_.values, chosen_);
    sum_ = static_cast<double>(chosen_.size());
  }

  void common_words() {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i + 1 < edited_.size(); i += 2) common += counter_.count(edited_[i], edited_[i + 1]);
    sum_ = static_cast<double>(common);
  }

  // From words to passages: positions of both texts, those in common, and what is around them.
  void align() {
    std::uint64_t found = 0;
    for (std::size_t i = 0; i + 1 < texts_.size(); i += 2) {
      winnower_.choose(texts_[i], chosen_);
      winnower_.choose(texts_[i + 1], others_);
      const auto by_hash = [](const auto& x, const auto& y) { return x.hash < y.hash; };
      std::sort(chosen_.begin(), chosen_.end(), by_hash);
      std::sort(others_.begin(), others_.end(), by_hash);
      seeds_.clear();
      std::size_t j = 0;
      for (const textkin::align::Fingerprint& x : chosen_) {
        while (j < others_.size() && others_[j].hash < x.hash) ++j;
        for (std::size_t k = j; k < others_.size() && others_[k].hash == x.hash; ++k)
          seeds_.push_back({x.place, others_[k].place});
      }
      aligner_.align({texts_[i], begin_, end_}, {texts_[i + 1], begin_, end_}, seeds_, passages_);
      found += passages_.size() == 1 && is_planted(passages_[0], planted_.data() + i / 2 * 3);
    }
    sum_ = static_cast<double>(found);
  }

  // Within five words of where it was planted: words at its ends may be changed ones.
  static bool is_planted(const textkin::align::WordSpans& passage, const std::uint64_t* place) {
    const auto near = [](std::uint64_t x, std::uint64_t y) { return x + 5 >= y && y + 5 >= x; };
    return near(passage.a_begin, place[0]) && near(passage.b_begin, place[1]) &&
           near(passage.a_end, place[0] + place[2]) && near(passage.b_end, place[1] + place[2]);
  }

  // Answers the mean estimate of each second set and the one before it, and how far estimates are from the truth.
  Job sketch(const std::string& name, std::uint32_t cells, const FeatureBlock& sets, const std::string& truth) {
    auto made = textkin::sketch::make_sketcher(name, cells, 1);
    if (!made.ok()) fail(made.status().message());
    sketcher_ = std::move(made).value();
    truths_ = read_file<double>(folder_ + "/" + truth);
    return {[this, &sets] { sketcher_->sketch(sets, signatures_); },
            [this] {
              double sum = 0;
              double squares = 0;
              for (std::size_t i = 0; i < truths_.size(); ++i) {
                const auto estimate = sketcher_->estimate(signatures_, 2 * i, signatures_, 2 * i + 1, 0.95);
                if (!estimate.ok()) fail(estimate.status().message());
                sum += estimate.value().value;
                squares += std::pow(estimate.value().value - truths_[i], 2);
              }
              const auto pairs = static_cast<double>(truths_.size());
              return std::pair(sum / pairs, std::sqrt(squares / pairs));
            }};
  }

  std::string folder_;
  FeatureBlock ids_, sorted_, long_, weighted_, words_, edited_, texts_;
  std::vector<std::uint64_t> planted_;
  std::vector<std::uint64_t> memory_;
  std::vector<double> truths_;
  std::vector<std::uint32_t> begin_, end_;
  std::unique_ptr<textkin::Sketcher> sketcher_;
  textkin::SignatureBlock signatures_;
  textkin::align::Winnower winnower_{textkin::align::WinnowSpec::for_guarantee(kGuarantee)};
  std::vector<textkin::align::Fingerprint> chosen_, others_;
  textkin::align::CommonWords counter_;
  textkin::align::Aligner aligner_{{.guarantee = kGuarantee}};
  std::vector<textkin::align::Seed> seeds_;
  std::vector<textkin::align::WordSpans> passages_;
  double sum_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--targets") {
    fmt::print("{}\n", textkin::base::simd_choices());
    return 0;
  }
  if (argc != 2) fail("usage: bench_turns FOLDER, or bench_turns --targets");
  Jobs jobs(argv[1]);
  std::string kernel, target;
  for (int rounds = 0; std::cin >> kernel >> target >> rounds;) {
    if (!textkin::base::force_simd(target).ok()) fail("no target " + target);
    const Job job = jobs.find(kernel);
    job.run();  // brings the input into the cache, and the pages of the output
    const double start = thread_seconds();
    for (int round = 0; round < rounds; ++round) job.run();
    const double seconds = thread_seconds() - start;
    const auto [answer, error] = job.answer();
    fmt::print("{:.9f} {:.9f} {:.9f}\n", seconds, answer, error);
    std::fflush(stdout);
  }
  return 0;
}
