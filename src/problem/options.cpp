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
}

/// The fused kernel goes from Q, K and V to the output, so it needs all three.
void require_flash(const Draft& draft, const std::string& where) {
  for (const std::string_view start : {"scores", "scaled"})
    if (draft.find(start))
      throw InputError(
          fmt::format("{}: flash computes from Q, K and V, but the problem starts at `{}`; use "
                      "reference or tiled",
                      where, start));
  if (draft.problem.sizes.d_v == 0)
    throw InputError(where +
                     ": flash gives output and lse alone, and without V there is no output; use "
                     "reference or tiled");
}

void take_backend(const Draft& draft) {
  Options& options = draft.problem.options;
  const Setting* said = draft.find("backend");
  options.backend = said ? choice(*said, backends) : options.tile ? Backend::tiled : Backend::reference;
  if (options.backend == Backend::flash) require_flash(draft, said->where);
  if (options.backend != Backend::tiled) return options.tile.reset();
  if (!options.tile)
    throw InputError(said->where +
                     ": tiled needs the size of a tile: --tile R,C, or `tile` in the problem file");
  if (options.softmax == Softmax::naive)
    throw InputError(draft.find("tile.rows")->where +
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
  take_backend(draft);
}

}  // namespace attn
