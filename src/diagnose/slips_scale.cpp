#include <cmath>

#include "diagnose/slip.hpp"
#include "problem/settings.hpp"

namespace attn::diagnosis {

namespace {

/// Says another scale, unless it is the one that the problem has, or none that can be meant.
bool set_scale(RawProblem& raw, const Problem& base, double scale) {
  if (!base.options.scale || *base.options.scale == scale || !std::isfinite(scale)) return false;
  raw.settings["scale"] = {"scale", scale};
  return true;
}

double root(std::size_t width) {
  return 1 / std::sqrt(static_cast<double>(width));
}

/// A scale that follows from what the problem has.
struct OtherScale {
  std::string_view name;
  std::string_view sentence;
  double (*scale)(const Problem& base);  ///< infinite where there is none
};

constexpr OtherScale others[]{
    {"no_scale", "the scores are not scaled", [](const Problem&) { return 1.0; }},
    {"scale_twice", "the scale is applied twice, to the queries and again to the scores",
     [](const Problem& base) { return *base.options.scale * *base.options.scale; }},
    {"scale(heads*d_k)",
     "the scale is 1/sqrt(heads*d_k), the width of all heads together, and not 1/sqrt(d_k)",
     [](const Problem& base) {
       const std::size_t heads = base.sizes.heads;
       return heads > 1 ? root(heads * base.sizes.d_k) : *base.options.scale;
     }},
    {"scale(d_model)", "the scale is 1/sqrt(d_model), and not 1/sqrt(d_k)",
     [](const Problem& base) { return root(base.sizes.d_model); }},
    {"scale(1/d_k)", "the scale is 1/d_k, without the root",
     [](const Problem& base) {
       const double scale = 1 / static_cast<double>(base.sizes.d_k);
       return base.options.scale_given ? scale : *base.options.scale;  // without one it is scale_twice
     }},
    {"scale_inverted", "the scores are multiplied by what they should be divided by",
     [](const Problem& base) { return 1 / *base.options.scale; }},
    {"scale_ignored", "the scale that is said is ignored: it is 1/sqrt(d_k)",
     [](const Problem& base) { return root(base.sizes.d_k); }},
};

}  // namespace

Slips scale_slips() {
  Slips slips;
  for (const OtherScale& other : others)
    slips.push_back({std::string(other.name), std::string(other.sentence), "scale",
                     [scale = other.scale](RawProblem& raw, const Problem& base) {
                       return base.options.scale && set_scale(raw, base, scale(base));
                     }});
  return slips;
}

}  // namespace attn::diagnosis
