// What the words below `textkin index` share. Each is a command of its own: add_index_NAME.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "command.h"
#include "engine/index/index_spec.h"
#include "engine/index/where.h"

namespace textkin::cli {

class IndexCommand : public Command {
 public:
  // Adds `textkin index NAME DIR`; `app` gets `index` with the first of them. `writes`: DIR, which then must hold no
  // INPUT.
  IndexCommand(CLI::App& app, const std::string& name, const std::string& doc, bool writes);

  std::string index_folder() const override { return folder_; }

 protected:
  // Of the commands that read INPUT: how it is read, and what the run may use.
  void add_reading();
  // Of those that make an index; a default is the caller's to say.
  CLI::Option* add_passages(engine::index::IndexSpec& spec);
  // Of those that look at some documents only.
  void add_where(engine::index::WhereOptions& where);

  // Of the commands that ask several indexes: DIR, and the INPUTs in front that are folders of an index, which are
  // taken out of `inputs`. kInvalidArgument where no INPUT is left, or one stands behind an INPUT.
  Result<std::vector<std::string>> take_folders(std::vector<std::string>& inputs) const;

  std::string folder_;
};

}  // namespace textkin::cli
