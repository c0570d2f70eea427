// A wrong command line, said in one line: what is wrong, and the nearest thing that is right.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <string>

namespace textkin::cli {

std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace textkin::cli
