#pragma once

#include <string_view>

namespace attn {

// \attnchar: in pdfTeX a character that its encodings do not have would stop the run. \attnlabels: the
// kernel's \bordermatrix, with its parentheses taken for brackets.
inline constexpr std::string_view latex_preamble =
    R"tex(% Compile with pdflatex, xelatex or lualatex. To \input the body into a document of yours, take what stands
% between "begin of body" and "end of body", and what the preamble loads and defines.
\documentclass[a4paper]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{amsmath}
\usepackage{graphicx}
\usepackage{iftex}
\ifPDFTeX
  \IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}
\fi
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\setlength{\jot}{6pt}
\allowdisplaybreaks

% A character beyond ASCII, by its number and itself: the number in a box where engine or font do not have it.
\DeclareRobustCommand*{\attnchar}[2]{%
  \ifPDFTeX
    \ifcsname u8:\detokenize{#2}\endcsname #2\else\attnmissing{#1}\fi
  \else
    \iffontchar\font"#1 #2\else\attnmissing{#1}\fi
  \fi}
\newcommand*{\attnmissing}[1]{{\setlength{\fboxsep}{1pt}\smash{\fbox{\tiny\ttfamily #1}}}}
% A matrix in brackets with labels above and to the left.
\newcommand{\attnlabels}[1]{{%
  \normalbaselines
  \let\attnleft\left \let\attnright\right
  \def\left##1{\attnleft[}\def\right##1{\attnright]}%
  \bordermatrix{#1}}}
\newcommand*{\attnrow}[1]{\hfill\text{#1}\;}
% A matrix that is made smaller where the line is too short for it.
\newcommand{\attnfit}[1]{\resizebox{\ifdim\width>0.9\linewidth 0.9\linewidth\else\width\fi}{!}{$\displaystyle #1$}}

\begin{document}
% ---- begin of body ----
)tex";

inline constexpr std::string_view latex_end = R"tex(
% ---- end of body ----
\end{document}
)tex";

}  // namespace attn
