#include <doctest/doctest.h>

#include "render/samples.hpp"

namespace attn {

using samples::counting;
using samples::inf;
using samples::Sample;
using samples::step_text;

TEST_CASE("text: header, steps, footer") {
  auto header = samples::header();
  header.masks = {{"causal", "causal", {{0, 1}}}};
  header.tokens = {{"the", "cat"}, {"the", "cat"}};
  header.notes = "First line.\nSecond line.";
  const Sample masked{"masked",
                      {{"query", 2}, {"key", 2}},
                      {0.5, -inf, -0.00001, -12.25},
                      "scaled + mask",
                      {{"scaled", {}, {}}, {"mask", {}, {}}}};
  const Sample row_max{"row_max", {{"query", 2}}, {0.5, 0}, "max", {{"masked", {}, {}}}, "a note"};
  CHECK(samples::render("text", header, {masked, row_max}, {{{"output", 2.22e-16, 1}, {"lse", 0, 0}}}) ==
        R"(By hand
attn-calc 0.1.0, reference, float64

  sizes      n_q 2, n_k 2, d_k 2, d_v 3
  scale      0.7071 (1/√d_k)
  softmax    safe: subtracts the row maximum before the exponential
  mask       causal
             queries 0 to 1 stand at keys 0 to 1
  notes      First line.
             Second line.

masked = scaled + mask  [2 query × 2 key]
            0 the     1 cat
  0 the    0.5000      -inf
  1 cat    0.0000  -12.2500

row_max = max  [2 query]  (a note)
  0 the  0.5000
  1 cat  0.0000

tiled against standard: output differs by at most 2.2e-16 (1 ulp)
tiled against standard: lse differs by at most 0 (0 ulp)
)");
}

TEST_CASE("text: every convention in the header") {
  auto header = samples::header();
  header.title.clear();
  header.options.backend = Backend::tiled;
  header.sizes = {2, 4, 2, 2, 5, 3, 8, 2, 2, 8};
  header.options.scale_given = true;
  header.options.scale = 0.125;
  header.options.softcap = 30;
  header.options.softmax = Softmax::naive;
  header.options.empty_row = EmptyRow::nan;
  header.has_empty_rows = true;
  header.options.tile = Tile{2, 3};
  header.options.layout = Layout::bhnd;
  header.options.weights_layout = WeightsLayout::out_in;
  header.options.qkv_packing = QkvPacking::q_k_v;
  header.kv_head_of = {0, 0, 1, 1};
  header.masks = {{"causal", "causal, bottom-right", {{3, 4}, {-1, 5}}},
                  {"padding", "padding, key lengths 5 3", {}}};
  CHECK(samples::render("text", header, {}) == R"(attn-calc 0.1.0, tiled, float64

  sizes      n_q 2, n_k 5 (3 cached), d_model 8, d_k 2, d_v 2, heads 4, kv_heads 2, batch 2
  scale      0.125 (given)
  softcap    c = 30: c·tanh(s/c)
  softmax    naive: exponentials of the scores as they are, which may overflow
  empty row  nan: weights, output and lse NaN
  tile       B_r 2, B_c 3
  layout     bhnd: [batch, heads, n, d]
  W stored   out_in: [d_out, d_in], applied as x W^T (nn.Linear)
  packing    q_k_v: all of Q, then all of K, then all of V
  mask       causal, bottom-right
             batch 0: queries 0 to 1 stand at keys 3 to 4
             batch 1: query 0 stands at key -1, query 1 stands at key 5
  mask       padding, key lengths 5 3
  kv head    0 is read by query heads 0 1, 1 is read by query heads 2 3
)");
}

TEST_CASE("text: what comes from no other step is no equation") {
  CHECK(step_text({"Q", {{"query", 1}, {"d_k", 1}}, {1}, "given"}) ==
        "Q: given  [1 query × 1 d_k]\n"
        "          0\n"
        "  0  1.0000\n");
}

TEST_CASE("text: labels begin where the axis begins") {
  const Sample tile{"exp", {{"query", 2, 9}, {"key", 2, 1}}, {1, 2, 3, 4}};
  CHECK(step_text(tile, {}, {{}, {"a", "b", "c"}}) ==
        "exp  [2 query × 2 key]\n"
        "         1 b     2 c\n"
        "   9  1.0000  2.0000\n"
        "  10  3.0000  4.0000\n");
}

TEST_CASE("text: columns are aligned by what the eye sees") {
  const Sample weights{"weights", {{"query", 3}, {"key", 3}}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const std::vector<std::string> tokens{"猫", "e\u0301", "\x1b[2J\n"};
  CHECK(step_text(weights, {.decimals = {.count = 1}}, {tokens, tokens}) ==
        "weights  [3 query × 3 key]\n"
        "               0 猫  1 e\u0301  2 \\x1b[2J\\n\n"
        "  0 猫          1.0  2.0          3.0\n"
        "  1 e\u0301           4.0  5.0          6.0\n"
        "  2 \\x1b[2J\\n   7.0  8.0          9.0\n");
}

TEST_CASE("text: nothing in a file reaches the terminal raw") {
  auto header = samples::header();
  const std::string hostile = "\x1b]0;x\x07\n\u202e\xff";
  header.title = header.notes = hostile;
  header.masks = {{"causal", hostile, {}}};
  header.tokens = {{hostile, hostile}, {hostile, hostile}};
  auto step = counting(2, 2);
  step.formula = step.note = hostile;
  for (const char c : samples::render("text", header, {step}, {}))
    CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
}

TEST_CASE("text: a matrix in scientific notation") {
  CHECK(step_text({"exp", {{"query", 1}, {"key", 3}}, {-1e9, 0, inf}, "", {}}, {.decimals = {.count = 2}}) ==
        "exp  [1 query × 3 key]\n"
        "             0          1          2\n"
        "  0  -1.00e+09   0.00e+00        inf\n");
}

TEST_CASE("text: nothing to show") {
  CHECK(step_text({"K", {{"key", 0}, {"d_k", 2}}, {}}) == "K  [0 key × 2 d_k]\n  (no rows)\n");
  CHECK(step_text({"weights", {{"query", 2}, {"key", 0}}, {}}) ==
        "weights  [2 query × 0 key]\n  (no columns)\n");
  CHECK(step_text({"lse", {{"query", 0}}, {}}) == "lse  [0 query]\n  (no rows)\n");
  CHECK(step_text({"skipped", {{"query", 0}, {"key", 0}}, {}, "nothing to compute", {}, "hidden"}) ==
        "skipped: nothing to compute  [0 query × 0 key]  (hidden)\n");
}

TEST_CASE("text: colour is modest") {
  CHECK(step_text({"exp", {{"query", 1}, {"key", 2}}, {1, -inf}, "x", {{"x", {}, {}}}},
                  {.decimals = {.count = 1}, .colour = true}) ==
        "\x1b[1mexp\x1b[0m = x\x1b[2m  [1 query × 2 key]\x1b[0m\n"
        "        \x1b[2m0\x1b[0m     \x1b[2m1\x1b[0m\n"
        "  \x1b[2m0\x1b[0m   1.0  \x1b[2m-inf\x1b[0m\n");
}

/// What stands around the steps names steps too.
TEST_CASE("head and foot of a trace call steps as its steps are called") {
  auto header = samples::header();
  header.has_empty_rows = true;
  RenderOptions options;
  options.names = {{"weights", "α"}, {"output", "Zed"}, {"lse", "Ell"}};
  const TraceFooter footer{{{"output", 2.22e-16, 1}, {"lse", 0, 0}}};
  const std::string text = samples::render("text", header, {}, footer, options);
  CHECK(text.find("empty row  zero: α 0, Zed 0, Ell -inf\n") != std::string::npos);
  CHECK(text.find("standard: Zed differs by") != std::string::npos);
  header.options.empty_row = EmptyRow::nan;
  CHECK(samples::render("text", header, {}, footer, options).find("nan: α, Zed and Ell NaN") !=
        std::string::npos);
  for (const char* format : {"markdown", "latex"}) {
    const std::string other = samples::render(format, header, {}, footer, options);
    INFO(format);
    CHECK(other.find("Zed and Ell NaN") != std::string::npos);
    CHECK(other.find("Zed differs by") != std::string::npos);
    CHECK(other.find("Ell differs by") != std::string::npos);
  }
}

TEST_CASE("the fused kernel's equations have names of steps, and of functions") {
  const Sample lse{"lse", {{"query", 1}}, {0}, "ln Σ exp(Q · Kᵀ · scale + mask)", {{"Q", {}, {}}}};
  RenderOptions options;
  options.names = {{"exp", "P"}, {"Q", "q"}, {"K", "k"}, {"mask", "M"}};
  CHECK(step_text(lse, options).starts_with("lse = ln Σ exp(q · kᵀ · scale + M)  [1 query]"));
}

}  // namespace attn
