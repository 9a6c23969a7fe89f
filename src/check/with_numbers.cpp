#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check/rewrite.hpp"
#include "check/written.hpp"

namespace attn {

namespace {

struct Edit {
  const Literal* old;
  std::string text;
};

std::vector<Edit> edits_of(std::span<const NewNumbers> arrays) {
  std::vector<Edit> edits;
  for (const NewNumbers& array : arrays) {
    if (array.literals.size() != array.values.size())
      throw std::logic_error("with_numbers: one value for each literal");
    const Hand hand(array.literals);
    for (std::size_t i = 0; i < array.values.size(); ++i)
      edits.push_back({&array.literals[i], hand.write(array.values[i], array.literals[i])});
  }
  std::ranges::sort(edits, {}, [](const Edit& edit) { return edit.old->offset; });
  return edits;
}

}  // namespace

std::string with_numbers(const Source& source, std::span<const NewNumbers> arrays) {
  const std::string_view text = source.text();
  std::string out;
  std::size_t done = 0;
  for (const Edit& edit : edits_of(arrays)) {
    const std::size_t begin = edit.old->offset;
    const std::string& old = edit.old->text;
    if (begin < done || begin > text.size() || text.substr(begin, old.size()) != old)
      source.fail(begin, "expect", "the file has changed since it was read; run this again");
    out.append(text.substr(done, begin - done)).append(edit.text);
    done = begin + old.size();
  }
  return out.append(text.substr(done));
}

}  // namespace attn
