// What the words below `textkin index` share. Each is a command of its own: add_index_NAME.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "command.h"
#include "engine/index/where.h"

namespace textkin::cli {

class IndexCommand : public Command {
 public:
  // Adds `textkin index NAME DIR`; `app` gets `index` with the first of them. `writes`: DIR, which then must hold no
  // INPUT.
  IndexCommand(CLI::App& app, const std::string& name, const std::string& doc, bool writes);

 protected:
  // Of the commands that read INPUT: how it is read, and what the run may use.
  void add_reading();
  // Of those that look at some documents only.
  void add_where(engine::index::WhereOptions& where);

  std::string folder_;
};

}  // namespace textkin::cli
