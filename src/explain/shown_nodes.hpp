#pragma once

#include <memory>
#include <optional>
#include <unordered_map>

#include "evaluate/node_step.hpp"
#include "explain/cell_texts.hpp"
#include "render/latex/arithmetic.hpp"
#include "trace/transposed_step.hpp"

namespace attn {

/// A computed node as it is printed.
class ShownNode {
 public:
  ShownNode(const Node& node, const Tokens& tokens, const ExplainOptions& options,
            const LatexNotation& latex);
  ShownNode(const ShownNode&) = delete;
  ShownNode& operator=(const ShownNode&) = delete;

  const Step& step() const { return turned_ ? turned_->step() : node_step_.step(); }
  const CellTexts& texts() const { return texts_; }
  /// Nothing where none was asked for.
  const std::optional<LatexArithmetic>& equations() const { return equations_; }

 private:
  NodeStep node_step_;
  std::unique_ptr<TransposedStep> turned_;  ///< where tokens are columns
  CellTexts texts_;
  std::optional<LatexArithmetic> equations_;
};

/// Each of them is made once. `problem` and `options` must outlive them.
class ShownNodes {
 public:
  ShownNodes(const Problem& problem, const ExplainOptions& options)
      : problem_(problem),
        options_(options),
        latex_(options.render, options.typeset == Typeset::page ? katex_dialect : document_dialect) {}

  const ShownNode& of(const Node& node);

 private:
  const Problem& problem_;
  const ExplainOptions& options_;
  LatexNotation latex_;
  std::unordered_map<const Node*, std::unique_ptr<ShownNode>> nodes_;
};

}  // namespace attn
