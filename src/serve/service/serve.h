// serve: indexes over HTTP, until a signal ends it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/limits.h"
#include "serve/http/http_server.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::serve {

struct ServeOptions {
  std::vector<std::string> indexes;  // DIR, by the name of its folder, or NAME=DIR
  std::string shelf;                 // a folder of indexes, where more may be made; empty: none
  std::string listen = "127.0.0.1:7070";
  std::string tokens;      // a file; empty: none, and then only this machine reaches it
  bool read_only = false;  // then another process may write
  std::uint32_t most_waiting = 256;
  double deadline = 300;  // seconds until an answer must have begun; what takes longer ends with 504
  double rate = 0;        // requests a second of each token; 0: any number
  HttpLimits http;
  bool tries = false;  // only whether it could
  bool quiet = false;  // no line a request
};

// Says where it listens when it does. Ends ok() by SIGTERM, SIGINT or SIGHUP (unless that is ignored), when what was on
// its way is answered and what was acknowledged is in files that are checked. kInvalidArgument for what cannot be: a
// name twice, an address that others reach without tokens.
Status serve(const ServeOptions& wanted, const engine::run::LimitOptions& limits, Progress& progress);

}  // namespace textkin::serve
