#include "trace/require_left.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "attn/error.hpp"
#include "text/visible.hpp"
#include "trace/outline.hpp"
#include "trace/selects.hpp"

namespace attn {

namespace {

/// What a selection leaves of one of its steps.
struct Left {
  Selection selection;  ///< of this step alone, under its own name and the one by which the trace shows it
  Range rows = {};      ///< from the first to the last that there are
  bool some = false;
};

/// "row 4", "rows 0, 2 to 3": one word for one thing, another one for several.
std::string in_words(std::string_view one, std::string_view many, const std::vector<Range>& ranges,
                     std::size_t from) {
  std::vector<std::string> words;
  for (const Range& range : ranges)
    words.push_back(range.size() == 1 ? fmt::format("{}", range.begin + from)
                                      : fmt::format("{} to {}", range.begin + from, range.end - 1 + from));
  const bool is_one = ranges.size() == 1 && ranges[0].size() == 1;
  return fmt::format("{} {}", is_one ? one : many, fmt::join(words, ", "));
}

class LeftOver {
 public:
  LeftOver(const Selection& selection, const Problem& problem, const Naming& naming)
      : selection_(selection), problem_(problem), naming_(naming) {}

  void require_places() const {
    for (const std::string& step : selection_.steps) {
      const Place place = parse_id(step).place;
      require_index(step, "batch entry", "batch entries", place.batch, selection_.batches);
      require_index(step, "head", "heads", place.head, selection_.heads);
    }
  }

  void require_rows() const {
    std::vector<Left> left;
    for (const std::string& step : selection_.steps) {
      left.push_back({selection_});
      left.back().selection.steps = {step, shown_id(problem_, step)};
    }
    for_each_step(problem_, [&](const OutlinedStep& step) {
      for (Left& of : left)
        if (!of.some && selects(of.selection, step.name, step.place)) note(of, step);
    });
    for (std::size_t i = 0; i < left.size(); ++i)
      if (!left[i].some)
        refuse(selection_.steps[i], "has " + in_words("row", "rows", {left[i].rows}, naming_.index_from),
               in_words("row", "rows", selection_.rows, naming_.index_from));
  }

 private:
  static void note(Left& left, const OutlinedStep& step) {
    const Axis* const queries = query_axis(step.axes);
    left.some = !queries || selects_rows(left.selection, *queries);
    if (left.some) return;
    const Range rows{queries->begin, queries->begin + std::max<std::size_t>(queries->size, 1)};
    const bool is_first = left.rows.size() == 0;
    left.rows = {is_first ? rows.begin : std::min(left.rows.begin, rows.begin),
                 std::max(left.rows.end, rows.end)};
  }
  void require_index(const std::string& step, std::string_view one, std::string_view many,
                     const std::optional<std::size_t>& index, const std::vector<std::size_t>& asked) const {
    if (!index || asked.empty() || std::ranges::find(asked, *index) != asked.end()) return;
    std::vector<Range> ranges;
    for (const std::size_t other : asked) ranges.push_back({other, other + 1});
    refuse(step, fmt::format("is of {} {}", one, *index + naming_.index_from),
           in_words(one, many, ranges, naming_.index_from));
  }
  [[noreturn]] void refuse(const std::string& step, std::string_view found, std::string_view asked) const {
    throw InputError(fmt::format("step {}: nothing of it is left to show: it {}, and you ask for {}",
                                 in_quotes(naming_.id(step)), found, asked));
  }

  const Selection& selection_;
  const Problem& problem_;
  const Naming& naming_;
};

}  // namespace

void require_left(const Selection& selection, const Problem& problem, const Naming& naming) {
  const LeftOver left(selection, problem, naming);
  left.require_places();
  if (!selection.rows.empty()) left.require_rows();
}

}  // namespace attn
