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
    // graphicx may not be there, but each engine can scale what it prints; pdfTeX that writes DVI cannot.
    Definition{"\\attnfit",
               R"tex(% A matrix that is made smaller where the line is too short for it, or the page too low.
\providecommand*{\attnscaled}[2]{%
  \ifdefined\scalebox \scalebox{#1}{#2}\else
    \ifdefined\XeTeXversion \special{x:gsave}\special{x:scale #1 #1}\rlap{#2}\special{x:grestore}\else
      \ifdefined\pdfextension
        \pdfextension save\relax \pdfextension setmatrix{#1 0 0 #1}\rlap{#2}\pdfextension restore\relax
      \else \pdfsave\pdfsetmatrix{#1 0 0 #1}\rlap{#2}\pdfrestore \fi
  \fi\fi}
\providecommand{\attnfit}[1]{{%
  \sbox0{$\displaystyle #1$}%
  \dimen0=1pt \dimen2=0.85\linewidth \dimen4=0.75\textheight \dimen6=\dimexpr\ht0+\dp0\relax
  \ifdim\dimen2>\dimexpr\linewidth-50pt\relax \dimen2=\dimexpr\linewidth-50pt\relax \fi
  \ifdim\wd0>\dimen2 \dimen0=\dimexpr 1pt*\dimen2/\wd0\relax \fi
  \ifdim\dimen6>\dimen4 \dimen6=\dimexpr 1pt*\dimen4/\dimen6\relax
    \ifdim\dimen6<\dimen0 \dimen0=\dimen6 \fi\fi
  \ifdefined\scalebox\else \ifdefined\pdfoutput \ifnum\pdfoutput=0 \dimen0=1pt \fi\fi\fi
  \ifdim\dimen0<1pt
    \edef\attnfactor{\csname strip@pt\endcsname\dimen0}%
    \dimen2=\attnfactor\wd0 \dimen4=\attnfactor\ht0 \dimen6=\attnfactor\dp0
    \sbox2{\attnscaled{\attnfactor}{\box0}}%
    \wd2=\dimen2 \ht2=\dimen4 \dp2=\dimen6 \setbox0=\box2
  \fi
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
