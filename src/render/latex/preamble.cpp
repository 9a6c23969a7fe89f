#include "render/latex/preamble.hpp"

#include <array>

namespace attn {
namespace {

struct Definition {
  std::string_view name;  ///< as a body uses it
  std::string_view text;
};

// Each may stand in a document many times: bodies are made one by one. None needs more than amsmath.
constexpr std::array definitions{
    // In pdfTeX a character that its encodings do not have would stop the run.
    Definition{
        "\\attnchar",
        R"tex(% A character beyond ASCII, by its number and itself: the number in a box where engine or font do not have it.
\providecommand*{\attnmissing}[1]{{\setlength{\fboxsep}{1pt}\smash{\fbox{\tiny\ttfamily #1}}}}
\providecommand*{\attnchar}[2]{%
  \ifdefined\Umathchar
    \iffontchar\font"#1 #2\else\attnmissing{#1}\fi
  \else
    \ifcsname u8:\detokenize{#2}\endcsname #2\else\attnmissing{#1}\fi
  \fi}
)tex"},
    // The kernel's \bordermatrix, with its parentheses taken for brackets.
    Definition{"\\attnlabels", R"tex(% A matrix in brackets with labels above and to the left.
\providecommand{\attnlabels}[1]{{%
  \normalbaselines
  \let\attnleft\left \let\attnright\right
  \def\left##1{\attnleft[}\def\right##1{\attnright]}%
  \bordermatrix{#1}}}
\providecommand*{\attnrow}[1]{\hfill\text{#1}\;}
)tex"},
    Definition{"\\attnfit", R"tex(% A matrix that is made smaller where the line is too short for it.
\providecommand{\attnfit}[1]{{%
  \sbox0{$\displaystyle #1$}%
  \ifdim\wd0>0.85\linewidth
    \ifdefined\resizebox \sbox0{\resizebox{0.85\linewidth}{!}{\box0}}\else
      \sbox0{\footnotesize$\displaystyle #1$}%
      \ifdim\wd0>0.85\linewidth \sbox0{\tiny$\displaystyle #1$}\fi
  \fi\fi
  \box0 }}
)tex"},
    // A paragraph, so that TeX finds the lines; a sign that could end one stands at the beginning of the
    // next.
    Definition{"attnlines", R"tex(% An equation on as few lines as it takes, which end where \allowbreak says.
\ifdefined\attnlines\else\newenvironment{attnlines}
  {\center\lineskiplimit=6pt \lineskip=6pt \relpenalty=10000 \binoppenalty=10000 $\displaystyle}
  {$\endcenter}\fi
)tex"},
};

constexpr std::string_view packages =
    R"tex(% Compile with pdflatex, xelatex or lualatex. For \input into a document of yours, say --no-header.
\documentclass[a4paper]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{amsmath}
\usepackage{graphicx}
\ifdefined\Umathchar\else
  \IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}
\fi
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\setlength{\jot}{6pt}

)tex";

}  // namespace

std::string latex_preamble() {
  std::string text(packages);
  for (const Definition& definition : definitions) text += definition.text;
  return text + "\n\\begin{document}\n";
}

std::string LatexDefinitions::missing_for(std::string_view text) {
  std::string missing;
  for (const Definition& definition : definitions)
    if (text.find(definition.name) != std::string_view::npos && written_.insert(definition.name).second)
      missing += definition.text;
  return missing;
}

}  // namespace attn
