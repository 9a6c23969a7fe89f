#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "docs/block_text.hpp"
#include "docs/check_page.hpp"
#include "docs/kept_file.hpp"
#include "docs/likeness.hpp"
#include "docs/page.hpp"

namespace attn {

/// A block, what stands in it, or in the file that it keeps, and what its command prints.
struct CheckedBlock {
  const Block& block;
  TextLines written;
  TextLines computed;
  std::vector<ComputedLine> lines = {};  ///< of `computed`
  std::optional<KeptFile> file = {};
  bool is_text = true;  ///< what is computed
  bool is_true = false;
  bool is_edited = false;   ///< since it was last written
  bool is_foreign = false;  ///< holds text that --update has never written

  bool is_exact() const { return written == computed; }
  bool is_stale() const { return !is_true || is_edited; }
  /// Somebody's own words stand there.
  bool would_lose() const { return (is_edited || is_foreign) && !is_exact(); }
};

/// Runs the command of a block in a folder. Throws InputError (without a place) where it does not do.
CheckedBlock check_block(std::span<const Line> lines, const Block& block, const std::string& folder,
                         const PageSettings& settings);

/// What would become of the block, in the unified format, with some lines of the page around it. Numbers that
/// are true are shown only where nothing else differs.
std::vector<std::string> difference(std::span<const Line> lines, const CheckedBlock& checked);

}  // namespace attn
