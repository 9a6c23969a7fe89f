#include <fmt/format.h>

#include <cmath>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

namespace {

void take_scale(const Draft& draft) {
  Options& options = draft.problem.options;
  const std::size_t d_k = draft.problem.sizes.d_k;
  if (const Setting* scale = draft.find("scale")) {
    options.scale = number(*scale);
    options.scale_given = true;
  } else if (d_k > 0 && !draft.find("scaled")) {
    options.scale = 1 / std::sqrt(static_cast<double>(d_k));
  }
}

void take_softcap(const Draft& draft) {
  const Setting* softcap = draft.find("softcap");
  if (!softcap) return;
  if (number(*softcap) <= 0) refuse(*softcap, "a number above 0; leave it out for no cap");
  draft.problem.options.softcap = number(*softcap);
}

void take_tile(const Draft& draft) {
  const Setting* rows = draft.find("tile.rows");
  const Setting* cols = draft.find("tile.cols");
  if (!rows && !cols) return;
  if (!rows || !cols)
    throw InputError(fmt::format("{}: a tile needs both rows and cols", (rows ? rows : cols)->where));
  draft.problem.options.tile = Tile{count(*rows), count(*cols)};
  if (draft.problem.options.softmax == Softmax::naive)
    throw InputError(rows->where +
                     ": the tiled mode carries a running row maximum, so softmax \"naive\" has no tiled "
                     "form; leave out one of the two");
}

}  // namespace

void take_options(Draft& draft) {
  Options& options = draft.problem.options;
  const Settings& settings = draft.raw.settings;
  options.softmax = choice_or(settings, "softmax", softmaxes, Softmax::safe);
  options.empty_row = choice_or(settings, "empty_row", empty_rows, EmptyRow::zero);
  take_scale(draft);
  take_softcap(draft);
  take_tile(draft);
}

}  // namespace attn
