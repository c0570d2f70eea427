// Options and arguments that commands have in common beside SharedArguments.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cleanup/dedup_options.h"
#include "engine/commands/choices.h"
#include "shared_options.h"

namespace textkin::cli {

// "a|b|c".
std::string listed(const std::vector<engine::commands::Choice>& choices, std::string_view between);

void add_inputs(CLI::App& command, SharedArguments& shared);  // INPUT...
CLI::Option* add_output(CLI::App& command, const std::string& names, std::string& value, const std::string& word,
                        const std::string& doc);
void add_text_or_json(CLI::App& command, std::string& format);
void add_keep(CLI::App& command, std::string& keep);
void add_clean_up_options(CLI::App& command, engine::cleanup::DedupOptions& dedup);  // what dedup and cluster write
void add_shared(CLI::App& command, SharedArguments& shared);  // text, input and run options, in this order

}  // namespace textkin::cli
