#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "docs/command.hpp"
#include "docs/kept_file.hpp"
#include "report/report.hpp"

namespace attn {

/// What a command did.
struct Printed {
  int status = 0;      ///< 0 and 1 are fine: a check that fails prints what it found
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

/// Runs attn-calc with these words in a folder.
using RunCommand = std::function<Printed(const Words& words, const std::string& folder)>;

struct PageSettings {
  bool update = false;
  bool force = false;     ///< update what was edited by hand too
  std::string directory;  ///< where commands run; "": where the page is
  std::string report;     ///< the file that the report goes to; "": none
  std::vector<std::string_view> subcommands;
  RunCommand run;
};

// NOLINTBEGIN(bugprone-exception-escape): as in Report, which it holds.

/// A page, and what its blocks make of it.
struct CheckedPage {
  std::string path;
  std::string text;             ///< as it was read
  std::string updated;          ///< with the output of the commands
  std::vector<KeptFile> files;  ///< all that its blocks keep
  Report report;
  std::optional<std::size_t> blocks = {};  ///< how many; nothing where the page could not be read
  std::size_t stale = 0;
  std::set<std::size_t> changed = {};  ///< which blocks --update writes, counted from 0
  bool shares_file = false;            ///< with another block, or keeps a page
};

// NOLINTEND(bugprone-exception-escape)

/// Runs the commands of a page, and holds its blocks against what they print. Writes nothing. What is wrong
/// with the page is in the report.
CheckedPage check_page(const std::string& path, const PageSettings& settings);

/// Reports what is wrong with a block.
Finding& add_finding(CheckedPage& page, std::size_t line, std::string_view command, const std::string& why,
                     Outcome weight);

/// Says in the report how many blocks are stale, changed or in error.
void summarise(CheckedPage& page, bool update);

}  // namespace attn
