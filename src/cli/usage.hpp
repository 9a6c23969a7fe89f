#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace attn::cli {

/// One line for a command line that cannot be parsed: what was found, what was expected, "did you mean".
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace attn::cli
