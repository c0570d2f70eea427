// fuzz_replay NAME SEEDS [RUNS]: the fuzzer NAME over the files of the folder SEEDS, the empty input, and mutations of
// them, the same each time. Without clang; what `make test` does of fuzzing, some seconds a fuzzer. Where a process
// ends, the input is in the file fuzz_NAME.input of the folder for temporary files.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "fuzzer.h"
#include "mutate.h"

namespace {

using textkin::fuzz::Fuzzer;
namespace files = std::filesystem;

constexpr unsigned kRuns = 2000;
constexpr unsigned kMostSteps = 8;
constexpr std::size_t kLongest = 65536;

std::vector<std::string> seeds_of(const char* folder) {
  std::vector<files::path> paths;
  if (files::is_directory(folder))
    for (const auto& entry : files::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> seeds{""};
  for (const files::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return seeds;
}

void run(const Fuzzer& fuzzer, const std::string& bytes, const files::path& kept) {
  std::ofstream(kept, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  fuzzer.run(bytes);
}

void replay(const Fuzzer& fuzzer, const std::vector<std::string>& seeds, unsigned runs) {
  const files::path kept = files::temp_directory_path() / ("fuzz_" + std::string(fuzzer.name) + ".input");
  for (const std::string& seed : seeds) run(fuzzer, seed, kept);
  std::mt19937 random(1);
  for (unsigned i = 0; i < runs; ++i) {
    std::string bytes = seeds[random() % seeds.size()];
    for (auto left = 1 + random() % kMostSteps; left > 0; --left) textkin::fuzz::mutate(bytes, fuzzer.words, random);
    bytes.resize(std::min(bytes.size(), kLongest));
    run(fuzzer, bytes, kept);
  }
  files::remove(kept);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    for (const Fuzzer& fuzzer : textkin::fuzz::fuzzers()) std::printf("%s\n", std::string(fuzzer.name).c_str());
    return 0;
  }
  unsigned runs = kRuns;
  if (count > 3) std::from_chars(arguments[3], arguments[3] + std::strlen(arguments[3]), runs);
  for (const Fuzzer& fuzzer : textkin::fuzz::fuzzers())
    if (fuzzer.name == arguments[1]) return replay(fuzzer, seeds_of(arguments[2]), runs), 0;
  std::fprintf(stderr, "fuzz_replay: there is no fuzzer %s\n", arguments[1]);
  return 2;
}
