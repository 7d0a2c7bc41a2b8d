"""Read the answer that a text marks: a last line `FINAL ANSWER: X`, a LaTeX box, an element or a field of JSON."""

from __future__ import annotations

import re

_LINE = re.compile(r"[#>*_`\s]*FINAL[ _]ANSWER[*_`]*\s?[:：](.+)", re.IGNORECASE)
_BEFORE, _AFTER = " \t*_`", " \t*_`.。!"
"""Markdown emphasis before the answer; emphasis and closing punctuation after it."""
_LATEX = re.compile(r"\$+([^$]+)\$+|\\\((.+)\\\)|\\(?:boxed|fbox|text|textbf|mathrm|mathbf)\s?\{(.+)\}")
_MARKED = re.compile(
    r"\\(?:boxed|fbox)\s?\{((?:[^{}\n]|\{[^{}\n]{0,200}\}){1,200})\}"
    r"|<(?:final[_-]?)?answer>([^<]{1,300})</(?:final[_-]?)?answer>"
    r"|\"(?:final[_ ]?)?answer\"\s{0,3}:\s{0,3}(?:\"([^\"\n]{1,300})\"|([^\s\",}\]]{1,40}))",
    re.IGNORECASE,
)


def final_line(text: str) -> str:
    """Return X where the last non-empty line of a text is `FINAL ANSWER: X`, in any case and with Markdown around it.

    Args:
        text: A whole reply.

    Returns:
        X without emphasis, LaTeX delimiters and closing punctuation; the empty string where the text ends otherwise.

    Example:
        >>> final_line("It cannot be A.\\n\\n**FINAL ANSWER:** B.")
        'B'
    """
    found = _LINE.fullmatch(text.rstrip().rpartition("\n")[2].rstrip())
    return _bare(found[1]) if found else ""


def marked_answer(text: str) -> str:
    """Return the last answer in a `\\boxed{}`, an `<answer>` element or an `"answer"` field of JSON.

    Returns:
        The answer without emphasis, LaTeX delimiters and closing punctuation; the empty string where there is none.
    """
    answer = ""
    for found in _MARKED.finditer(text):
        answer = next(filter(None, found.groups()))
    return _bare(answer)


def _bare(answer: str) -> str:
    while True:
        answer = answer.lstrip(_BEFORE).rstrip(_AFTER)
        wrapped = _LATEX.fullmatch(answer)
        if wrapped is None:
            return answer
        answer = wrapped[1] or wrapped[2] or wrapped[3]
