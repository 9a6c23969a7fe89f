#pragma once

#include <string_view>
#include <vector>

#include "attn/trace.hpp"

namespace attn {

bool contains_index(const std::vector<Range>& ranges, std::size_t index);

/// The axis that counts queries; nullptr where a step has none.
const Axis* query_axis(const Axes& axes);

/// By its name or id, batch entry and head.
bool selects(const Selection& selection, std::string_view name, const Place& place);

/// Whether some row of that axis is selected. An empty one (of a skipped tile) belongs where it begins.
bool selects_rows(const Selection& selection, const Axis& queries);

}  // namespace attn
