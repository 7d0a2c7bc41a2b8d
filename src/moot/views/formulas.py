r"""Find formulas in Markdown, and convert LaTeX to MathML.

`$…$`, `$$…$$`, `\(…\)`, `\[…\]` and `\begin{align}…` are formulas unless they are money, prose or escaped brackets. The
page has the same rule (`web/src/markdown/maths/spans.ts`); `tests/golden/exports/formulas.json` tests both. MathML
needs no font, style sheet or script. Tests: `tests/views/test_formulas.py`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from xml.etree.ElementTree import tostring

LONGEST = 2_000
MOST_NODES = 1_500
"""Maximum number of elements in one formula. A larger formula is shown as source."""

# A formula has at most `LONGEST` characters, no backtick and no second opening mark: many marks take linear time.
_FORMULA = re.compile(
    r"""
    \$\$ (?P<dollars> (?: [^$\\`] | \\. ){1,2000}+ ) \$\$
    | (?<! [A-Za-z0-9$\\] ) \$ (?!\s) (?P<dollar> (?: [^$\\`] | \\. ){1,2000}+ ) (?<!\s) \$ (?! [A-Za-z0-9$] )
    | \\\( (?P<round> (?: [^\\`] | \\[^()] ){1,2000}+ ) \\\) (?! [(\[] )
    | \\\[ (?P<square> (?: [^\\`] | \\[^\[\]] ){1,2000}+ ) \\\] (?! [(\[] )
    | ^ (?P<environment>
        \\begin\{ (?P<name> (?:equation|align|gather|multline|alignat|eqnarray|[pb]?matrix|cases|array|split) \*? ) \}
        (?: [^\\`] | \\(?! (?:begin|end)\{(?P=name)\} ). ){1,2000}+
        \\end\{(?P=name)\} )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_MONEY = re.compile(r"\d[\d.,]*\s?(?:[kKmM]|bn)?[\s(,;:/-][^\\]*?[A-Za-z]{2}")
"""Pattern of an amount of money in a sentence, which is no formula although it begins with `$`."""
_PROSE = re.compile(r"(?:^|[^\\A-Za-z])[A-Za-z]{2,}[,;:.]?\s+[A-Za-z]{2,}")
"""Pattern of two consecutive words. A text that matches is no formula."""
_BRACES = re.compile(r"\{[^{}]*\}")
_SIGN = re.compile(r"[\\^_=+<>{}]")
_TWO_LETTERS = re.compile(r"[A-Za-z]{2}")
_NUMBERED = re.compile(r"\\(begin|end)\{(equation|align|gather|multline|alignat|eqnarray)\}")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula found in a text."""

    tex: str
    written: str
    """LaTeX source of the formula with the delimiters around it."""
    block: bool
    """Whether the formula is on a line of its own."""


def formula_at(text: str, start: int) -> Formula | None:
    """Return the formula that begins at the position `start` of a text; `None` if none begins there."""
    found = _FORMULA.match(text, start)
    if found is None:
        return None
    kind = str(found.lastgroup)
    tex = found[kind].strip()
    if (kind != "environment" and _PROSE.search(_BRACES.sub("{}", tex))) or (kind == "dollar" and _MONEY.match(tex)):
        return None
    if kind in ("round", "square") and not _SIGN.search(tex) and (kind == "square" or _TWO_LETTERS.search(tex)):
        return None
    return Formula(tex, found[0], kind not in ("dollar", "round")) if tex else None


def may_hold_formulas(text: str) -> bool:
    """Return whether a text may contain a formula. This quick check can take money or prose for a formula."""
    return _FORMULA.search(text) is not None


def mathml_of(tex: str, *, block: bool) -> str | None:
    """Convert LaTeX, without the marks around it, to MathML.

    If the LaTeX cannot be parsed or is too large, return `None`. `block` says whether the formula is on a line of its
    own. The MathML is not sanitised yet.
    """
    from latex2mathml.converter import convert_to_element  # loaded only for a session with formulas

    try:
        math = convert_to_element(_NUMBERED.sub(r"\\\1{\2*}", tex), display="block" if block else "inline")
        nodes = list(math.iter())
        if len(nodes) > MOST_NODES or any(
            node.tag == "mi" and len(node.text or "") > 1 and str(node.text)[0] == "\\" for node in nodes
        ):
            return None
        for node in nodes:
            node.text = "".join(_styled(sign, node.get("mathvariant", "normal")) for sign in node.text or "")
            if alignment := node.get("columnalign"):
                node.set("class", alignment)
        # The library writes operators as character references, which must not be escaped again.
        return tostring(math, encoding="unicode").replace("&amp;#x", "&#x")
    except Exception:  # the library may fail in any way: show the source
        return None


def _styled(sign: str, variant: str) -> str:
    """Return the Unicode character for a letter or digit in another style, such as bold. Most browsers need such
    characters for styled MathML.
    """
    if variant == "normal" or not (sign.isascii() and sign.isalnum()):
        return sign
    style = variant.upper().replace("BOLD-", "BOLD ")
    kind = unicodedata.name(sign).removeprefix("LATIN ").replace("LETTER ", "")
    for name in (f"MATHEMATICAL {style} {kind}", f"{style} {kind}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return sign
