#include <doctest/doctest.h>

#include <pugixml.hpp>

#include "computed.hpp"
#include "render/samples.hpp"

namespace attn {

using computed::error_of;
using computed::parsed;
using samples::counting;
using samples::inf;
using samples::nan;
using samples::Sample;

namespace {

std::string drawn(const std::vector<Sample>& steps, const RenderOptions& options = {}, Tokens tokens = {}) {
  auto header = samples::header();
  header.tokens = std::move(tokens);
  return samples::render("svg", header, steps, {}, options);
}

std::string drawn(const std::string& problem, const std::string& step, const RenderOptions& options = {}) {
  samples::TextOutput output;
  const auto sink = samples::format("svg").make(output, options);
  Selection selection;
  selection.steps = {step};
  SelectingSink selecting(selection, *sink);
  run(*parsed(problem), selecting);
  return output.text;
}

class Svg {
 public:
  explicit Svg(const std::string& text) { REQUIRE(document_.load_string(text.c_str())); }

  pugi::xml_node root() const { return document_.document_element(); }
  /// What the elements hold that the path finds: texts, or the attribute.
  std::vector<std::string> all(const char* path, const char* attribute = nullptr) const {
    std::vector<std::string> found;
    for (const auto& node : document_.select_nodes(path))
      found.emplace_back(attribute == nullptr ? node.node().text().get()
                                              : node.node().attribute(attribute).value());
    return found;
  }
  std::vector<std::string> fills() const { return all("//g[@shape-rendering]/rect", "fill"); }
  std::vector<std::string> numbers() const { return all("//g[@text-anchor='middle']/text"); }

 private:
  pugi::xml_document document_;
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("svg: a cell is a colour and a number") {
  const Svg svg(drawn({{"weights", {{"query", 2}, {"key", 2}}, {1, 0, 0.25, 0.75}}}));
  CHECK(svg.fills() == Texts{"#08306b", "#ffffff", "#c6dbef", "#2171b5"});
  CHECK(svg.numbers() == Texts{"1.0000", "0.0000", "0.2500", "0.7500"});
  CHECK(svg.all("//g[@text-anchor='middle']/text", "fill") ==
        Texts{"#ffffff", "#000000", "#000000", "#ffffff"});
  CHECK(svg.all("//svg/title") == Texts{"weights: By hand"});
  CHECK(svg.all("//svg/desc") == Texts{"Heatmap of a 2 × 2 matrix. Colours from 0, white, to 1, dark blue."});
  const std::string box = svg.root().attribute("viewBox").value();
  CHECK(box == fmt::format("0 0 {} {}", svg.root().attribute("width").value(),
                           svg.root().attribute("height").value()));
}

TEST_CASE("svg: what is not finite") {
  const Svg svg(drawn({{"masked", {{"query", 1}, {"key", 4}}, {-inf, nan, inf, -2}}}));
  CHECK(svg.fills() == Texts{"url(#attn-hidden)", "#ffe680", "#053061", "#67001f"});
  CHECK(svg.numbers() == Texts{"nan", "inf", "-2.0000"});
  const Texts words = svg.all("//text");
  CHECK(std::ranges::count(words, "-inf") == 1);
  CHECK(std::ranges::count(words, "nan") == 2);  // the cell and the legend
  CHECK(std::ranges::count(words, "hidden") == 0);
}

TEST_CASE("svg: a weight of a hidden key is hatched, one that is 0 by itself is not") {
  const std::string problem = "{'Q': [[0], [1]], 'K': [[0], [-9000]], 'V': [[1], [1]], 'mask': 'causal'}";
  const Svg svg(drawn(problem, "weights"));
  CHECK(svg.fills() == Texts{"#08306b", "url(#attn-hidden)", "#08306b", "#ffffff"});
  CHECK(svg.numbers() == Texts{"1.0000", "1.0000", "0.0000"});
  CHECK(std::ranges::count(svg.all("//text"), "hidden") == 1);
}

TEST_CASE("svg: the mask is found in selected rows and transposed matrices") {
  samples::TextOutput output;
  const auto sink = samples::format("svg").make(output, {});
  TransposingSink transposing(*sink);
  Selection selection;
  selection.steps = {"weights"};
  selection.rows = {Range{1, 3}};
  SelectingSink selecting(selection, transposing);
  const std::string n3 = "[[0], [0], [0]]";
  run(*parsed(fmt::format("{{'Q': {0}, 'K': {0}, 'mask': 'causal'}}", n3)), selecting);
  // Columns are queries 1 and 2, rows keys: query 1 does not see key 2.
  const Svg svg(output.text);
  CHECK(svg.fills() == Texts{"#08306b", "#3787c0", "#08306b", "#3787c0", "url(#attn-hidden)", "#3787c0"});
}

TEST_CASE("svg: an empty token is no number") {
  const Sample weights{"weights", {{"query", 2}, {"key", 2}}, {1, 0, 0.25, 0.75}};
  const Svg svg(drawn({weights}, {}, {{"the", ""}, {"", "cat"}}));
  const Texts words = svg.all("//text");
  for (const char* token : {"the", "cat"}) CHECK(std::ranges::count(words, token) == 1);
  CHECK(std::ranges::count(words, "0") == 1);  // the end of the scale
  CHECK(std::ranges::count(words, "1") == 1);
  CHECK(std::ranges::count(Svg(drawn({weights})).all("//text"), "1") == 3);
}

TEST_CASE("svg: heads and batch entries side by side, labels once") {
  std::vector<Sample> steps;
  for (std::size_t batch = 0; batch < 2; ++batch)
    for (std::size_t head = 0; head < 3; ++head) {
      Sample step{"weights", {{"query", 1}, {"key", 2}}, {0.5, 0.5}};
      step.place.batch = batch;
      step.place.head = head;
      steps.push_back(step);
    }
  const Svg svg(drawn(steps, {}, {{"cat"}, {"the", "cat"}}));
  const Texts words = svg.all("//text");
  CHECK(std::ranges::count(words, "batch entry 1, head 2") == 1);
  CHECK(std::ranges::count(words, "cat") ==
        2 + 3);  // of rows in the first column, of columns in the first row
  CHECK(std::ranges::count(words, "the") == 3);
  CHECK(std::ranges::count(words, "query") == 2);
  CHECK(svg.fills().size() == 12);
  const Texts x = svg.all("//g/rect[@fill='none' and @stroke]", "x");
  const Texts y = svg.all("//g/rect[@fill='none' and @stroke]", "y");
  REQUIRE(x.size() == 6);
  CHECK(x[0] == x[3]);
  CHECK(y[0] == y[2]);
  CHECK(y[0] != y[3]);
}

TEST_CASE(
    "svg: what belongs to no head stands in front of heads, what belongs to no tile in front of tiles") {
  Sample whole{"Q", {{"query", 1}, {"d_k", 2}}, {1, 2}};
  whole.place = {};
  Sample first{"Q", {{"query", 1}, {"d_k", 1}}, {1}};
  first.place = {};
  first.place.head = 0;
  Sample start = whole;
  start.place.tile_row = 0;
  Sample tile = start;
  tile.place.tile_col = 0;
  for (const auto& pair : {std::vector{whole, first}, std::vector{start, tile}}) {
    const Svg svg(drawn(pair));
    const Texts x = svg.all("//g/rect[@fill='none' and @stroke]", "x");
    const Texts width = svg.all("//g/rect[@fill='none' and @stroke]", "width");
    REQUIRE(x.size() == 2);
    CHECK(std::stod(x[0]) + std::stod(width[0]) < std::stod(x[1]));
  }
}

TEST_CASE("svg: a mask that hides or shows has no scale, but says what 0 looks like") {
  const Svg mask(drawn({{"mask", {{"query", 2}, {"key", 2}}, {0, -inf, 0, 0}}}));
  CHECK(mask.all("//rect[starts-with(@fill, 'url(#attn-diverging')]").empty());
  const Texts words = mask.all("//text");
  CHECK(std::ranges::count(words, "0") == 3);  // row 0, column 0, and the legend
  CHECK(std::ranges::count(words, "-inf") == 1);
  CHECK(std::ranges::count(words, "0.5") == 0);
  CHECK(mask.all("//svg/desc") == Texts{"Heatmap of a 2 × 2 matrix."});
  const Svg bias(drawn({{"mask", {{"query", 1}, {"key", 2}}, {0, -1}}}));
  CHECK(bias.all("//rect[starts-with(@fill, 'url(#attn-diverging')]").size() == 1);
  CHECK(bias.all("//svg/desc") ==
        Texts{"Heatmap of a 1 × 2 matrix. Colours from -1, red, over 0, white, to 1, blue."});
  const Svg nothing(drawn({{"row_max", {{"query", 1}}, {-inf}}}));
  CHECK(std::ranges::count(nothing.all("//text"), "0") == 1);  // row 0
}

TEST_CASE("svg: slanted labels have room for their lines") {
  Tokens tokens;
  for (int i = 0; i < 64; ++i) tokens.key.push_back(fmt::format("word{}", i));
  tokens.query = tokens.key;
  Sample step = counting(64, 64);
  step.axes = {{"query", 64}, {"key", 64}};
  std::vector<Sample> heads(4, step);
  for (std::size_t h = 0; h < heads.size(); ++h) heads[h].place.head = h;
  const Svg svg(drawn(heads, {}, tokens));
  const Texts x = svg.all("//text[starts-with(@transform, 'rotate(-45')]", "x");
  REQUIRE(x.size() > 10);
  // Two lines at 45 degrees are as far apart as their starts are, divided by √2; letters are 12 high.
  CHECK((std::stod(x[1]) - std::stod(x[0])) / 1.4143 >= 12);
}

TEST_CASE("svg: hostile names are text") {
  RenderOptions options;
  options.names = {{"weights", "<script>&\"'"}};
  const Svg svg(drawn({{"weights", {{"query", 1}, {"key", 1}}, {1}}}, options,
                      {{"</text><script>"}, {"\x01&amp;\xff"}}));
  const Texts words = svg.all("//text");
  CHECK(std::ranges::count(words, "</text><script>") == 1);
  CHECK(std::ranges::count(words, "\\x01&amp;\\xff") == 1);
  CHECK(std::ranges::count(words, "<script>&\"'") == 1);
  CHECK(svg.all("//script").empty());
}

TEST_CASE("svg: long axes shrink, then elide, unless --full") {
  const Svg forty(drawn({counting(40, 40)}));
  CHECK(forty.fills().size() == 1600);
  CHECK(forty.numbers().empty());
  const Svg elided(drawn({counting(200, 3)}));
  CHECK(elided.fills().size() == 95 * 3);
  CHECK(std::ranges::count(elided.all("//text"), "⋮") == 1);
  RenderOptions full;
  full.full = true;
  CHECK(Svg(drawn({counting(200, 3)}, full)).fills().size() == 600);
}

TEST_CASE("svg: one number per row is a strip") {
  const Svg svg(drawn({{"lse", {{"query", 3}}, {1, 2, 3}}}));
  CHECK(svg.fills().size() == 3);
  CHECK(std::ranges::count(svg.all("//text"), "query") == 1);
  CHECK(std::ranges::count(svg.all("//text"), "") == 0);
}

TEST_CASE("svg: a matrix without rows") {
  CHECK(Svg(drawn({{"weights", {{"query", 0}, {"key", 2}}, {}}})).fills().empty());
}

TEST_CASE("svg: one step, and not too many of it") {
  const Sample other{"scaled", {{"query", 1}}, {1}};
  CHECK(error_of([&] {
          drawn({counting(1, 1), other});
        }) == "--format svg draws one step, found scores and scaled; choose one, such as --steps weights");
  CHECK(error_of([&] { drawn(std::vector<Sample>()); }) ==
        "--format svg draws one step, but none is selected");
  std::vector<Sample> heads(65, counting(1, 1));
  for (std::size_t i = 0; i < heads.size(); ++i) heads[i].place.head = i;
  CHECK(error_of([&] { drawn(heads); }) ==
        "--format svg draws up to 64 matrices side by side, found more of scores; choose with --heads, "
        "--batches or by id, such as --steps head0.scores");
}

}  // namespace attn
