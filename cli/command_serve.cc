#include <CLI/CLI.hpp>

#include "command.h"
#include "serve/service/serve.h"
#include "size_value.h"

namespace textkin::cli {
namespace {

class Serve final : public Command {
 public:
  explicit Serve(CLI::App& app) {
    parsed = app.add_subcommand("serve", "answers over HTTP what is asked of indexes, until a signal ends it");
    parsed->add_option("INDEX", wanted_.indexes, "folders of indexes, each as DIR or NAME=DIR")->type_name("");
    add("--indexes", wanted_.shelf, "DIR", "all indexes of a folder; admins make others there, and remove them",
        kAsking);
    add("--listen", wanted_.listen, "ADDRESS", "127.0.0.1:PORT, unix:PATH, or with --tokens any ADDRESS:PORT", kAsking)
        ->capture_default_str();
    add("--tokens", wanted_.tokens, "INPUT",
        "who may ask: lines `reader|writer|admin TOKEN [INDEX ...]`, in a file of mode 0600", kAsking);
    parsed->add_flag("--read-only", wanted_.read_only, "changes nothing, so that another process may")->group(kAsking);
    add_size("--max-body", wanted_.http.body, "of one request; more is refused; default: 32MiB");
    add_count("--max-connections", wanted_.http.connections, "at once; more are told to come again");
    add_count("--max-waiting", wanted_.most_waiting, "requests that wait to be answered; more are told to come again");
    add_count("--seconds", wanted_.http.seconds, "within which a request must be there, and its answer be taken");
    add_number("--deadline", wanted_.deadline, "SECONDS",
               "within which an answer must begin; what takes longer is stopped, with 504")
        ->capture_default_str();
    add_number("--rate", wanted_.rate, "N", "requests a second of each token; more are told when to come: 429");
    add("--threads", shared.run.limits.threads, "N", "that answer; default: all of the machine", kRunning);
    take_size(add("--memory", shared.run.limits.memory, "SIZE", "limit, as 2GiB or 500MB; default: half of the machine",
                  kRunning));
    parsed->add_flag("--try", wanted_.tries, "says whether it could be served, and how, and ends")->group(kRunning);
    parsed->add_flag("-q,--quiet", shared.quiet, "no line a request on standard error")->group(kRunning);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results&, Progress& progress) override {
    wanted_.quiet = shared.quiet;
    TEXTKIN_RETURN_IF_ERROR(serve::serve(wanted_, options.limits, progress));
    return 0;
  }

 private:
  static constexpr const char* kAsking = "Asking";
  static constexpr const char* kLimits = "Limits";
  static constexpr const char* kRunning = "Running";

  template <class T>
  CLI::Option* add(const char* name, T& value, const char* word, const char* doc, const char* group) {
    return parsed->add_option(name, value, doc)->type_name(word)->group(group);
  }
  void add_count(const char* name, std::uint32_t& value, const char* doc) {
    add(name, value, "N", doc, kLimits)->capture_default_str()->check(CLI::PositiveNumber.description(""));
  }
  CLI::Option* add_number(const char* name, double& value, const char* word, const char* doc) {
    return add(name, value, word, doc, kLimits)->check(CLI::PositiveNumber.description(""));
  }
  void add_size(const char* name, std::uint64_t& value, const char* doc) {
    take_size(add(name, value, "SIZE", doc, kLimits));
  }

  serve::ServeOptions wanted_;
};

}  // namespace

std::unique_ptr<Command> add_serve(CLI::App& app) { return std::make_unique<Serve>(app); }

}  // namespace textkin::cli
