// fuzz_replay NAME FOLDER... [RUNS]: the fuzzer NAME over the files of each FOLDER, the empty input, and mutations of
// them, the same each time. Without clang; what `make test` does of fuzzing, some seconds a fuzzer. Where a process
// ends, the input is in the file fuzz_NAME.input of the folder for temporary files.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.h"
#include "mutate.h"

namespace {

using textkin::fuzz::Fuzzer;
namespace files = std::filesystem;

constexpr unsigned kRuns = 2000;
constexpr unsigned kMostSteps = 8;
constexpr std::size_t kLongest = 65536;

std::vector<std::string> seeds_of(std::span<char*> folders) {
  std::vector<files::path> paths;
  for (const char* folder : folders)
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

// The input that runs now, in a file that stays where the process ends. One that is opened, and so emptied, for each
// input waits for the disk each time.
class KeptInput {
 public:
  explicit KeptInput(files::path path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {}
  KeptInput(const KeptInput&) = delete;
  KeptInput& operator=(const KeptInput&) = delete;
  ~KeptInput() {
    if (file_ != nullptr) std::fclose(file_);
    files::remove(path_);
  }

  void keep(std::string_view bytes) {
    if (file_ == nullptr) return;
    std::rewind(file_);
    std::fwrite(bytes.data(), 1, bytes.size(), file_);
    std::fflush(file_);
    files::resize_file(path_, bytes.size());
  }

 private:
  files::path path_;
  std::FILE* file_;
};

void replay(const Fuzzer& fuzzer, const std::vector<std::string>& seeds, unsigned runs) {
  KeptInput kept(files::temp_directory_path() / ("fuzz_" + std::string(fuzzer.name) + ".input"));
  const auto run = [&](const std::string& bytes) {
    kept.keep(bytes);
    fuzzer.run(bytes);
  };
  for (const std::string& seed : seeds) run(seed);
  std::mt19937 random(1);
  for (unsigned i = 0; i < runs; ++i) {
    std::string bytes = seeds[random() % seeds.size()];
    for (auto left = 1 + random() % kMostSteps; left > 0; --left) textkin::fuzz::mutate(bytes, fuzzer.words, random);
    bytes.resize(std::min(bytes.size(), kLongest));
    run(bytes);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    for (const Fuzzer& fuzzer : textkin::fuzz::fuzzers()) std::printf("%s\n", std::string(fuzzer.name).c_str());
    return 0;
  }
  unsigned runs = kRuns;
  const std::string_view last = arguments[count - 1];
  const char* const end = last.data() + last.size();
  const bool names_runs = std::from_chars(last.data(), end, runs).ptr == end;
  const std::span folders(arguments + 2, arguments + count - (names_runs ? 1 : 0));
  for (const Fuzzer& fuzzer : textkin::fuzz::fuzzers())
    if (fuzzer.name == arguments[1]) return replay(fuzzer, seeds_of(folders), runs), 0;
  std::fprintf(stderr, "fuzz_replay: there is no fuzzer %s\n", arguments[1]);
  return 2;
}
