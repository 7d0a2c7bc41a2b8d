r"""Find formulas in Markdown, and convert LaTeX to MathML.

`$…$`, `$$…$$`, `\(…\)`, `\[…\]` and `\begin{align}…` are formulas unless they are money, prose or escaped brackets. The
page has the same rule (`web/src/markdown/maths/spans.ts`); both are held to `tests/golden/exports/formulas.json`.
MathML needs no font, no style sheet and no script. Held by `tests/views/test_formulas.py`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from xml.etree.ElementTree import tostring

LONGEST = 2_000
MOST_NODES = 1_500
"""Elements of one formula; a larger one is shown as it was written."""

# A formula holds at most `LONGEST` characters, no backtick and no second opening mark: many marks take linear time.
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
"""An amount and a word."""
_PROSE = re.compile(r"(?:^|[^\\A-Za-z])[A-Za-z]{2,}[,;:.]?\s+[A-Za-z]{2,}")
"""Two words in a row."""
_BRACES = re.compile(r"\{[^{}]*\}")
_SIGN = re.compile(r"[\\^_=+<>{}]")
_TWO_LETTERS = re.compile(r"[A-Za-z]{2}")
_NUMBERED = re.compile(r"\\(begin|end)\{(equation|align|gather|multline|alignat|eqnarray)\}")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in a text."""

    tex: str
    written: str
    """With its marks."""
    block: bool
    """Whether it stands on a line of its own."""


def formula_at(text: str, start: int) -> Formula | None:
    """Return the formula that begins at a place in a text, if one does."""
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
    """Whether something in a text looks like a formula; some of what does is money or prose."""
    return _FORMULA.search(text) is not None


def mathml_of(tex: str, *, block: bool) -> str | None:
    """Convert LaTeX to MathML that has yet to be cleaned; `None` where it cannot be read or is too large."""
    from latex2mathml.converter import convert_to_element  # a session without formulas pays nothing for it

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
        # The library writes signs as character references, which must not be escaped again.
        return tostring(math, encoding="unicode").replace("&amp;#x", "&#x")
    except Exception:  # whatever the library stumbles over: the formula stays as it was written
        return None


def _styled(sign: str, variant: str) -> str:
    """Return a letter or digit in another style: most browsers know such styles only as characters of their own."""
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
