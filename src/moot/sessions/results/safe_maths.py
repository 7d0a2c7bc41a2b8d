"""How is a stranger's formula drawn as HTML that can do nothing? As MathML, of which only `ALLOWED` gets through.

`latex2mathml` reads it; what it cannot read, and what is too large, is shown as it was written. MathML needs no font,
no sheet of styles and no script. Held by `tests/sessions/results/test_safe_maths.py`.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape
from xml.etree.ElementTree import Element

from moot.reading.review_copy import printable

_SWITCH = re.compile(r"true|false")
_EM = re.compile(r"-?\d{0,2}(?:\.\d+)?em")
ALLOWED: dict[str, dict[str, re.Pattern[str]]] = {
    **{
        tag: {}
        for tag in (
            "mrow", "mi", "mn", "ms", "mtext", "msqrt", "mroot", "msub", "msup", "msubsup", "mtable", "mtr", "mphantom",
            "mpadded",
        )
    },
    "math": {"display": re.compile("block")},
    "mo": {
        **dict.fromkeys(("stretchy", "fence", "separator", "accent", "movablelimits"), _SWITCH),
        "form": re.compile("prefix|infix|postfix"), "minsize": _EM, "maxsize": _EM, "lspace": _EM, "rspace": _EM,
    },
    "mspace": {"width": _EM},
    "mfrac": {"linethickness": _EM},
    "mstyle": {"displaystyle": _SWITCH, "scriptlevel": re.compile(r"[+-]?\d")},
    **{tag: {"accent": _SWITCH, "accentunder": _SWITCH} for tag in ("munder", "mover", "munderover")},
    "mtd": {"class": re.compile("left|right")},
}  # fmt: skip
"""Every tag that can come out, with what its attributes may say."""
MOST_NODES = 1_500
DEEPEST = 40
_UNREAD = re.compile(r"\\[A-Za-z]+")
_NUMBERED = re.compile(r"\\(begin|end)\{(equation|align|gather|multline|alignat|eqnarray)\}")
_HANDS = {
    "bold": "BOLD", "italic": "ITALIC", "bold-italic": "BOLD ITALIC", "script": "SCRIPT", "bold-script": "BOLD SCRIPT",
    "fraktur": "FRAKTUR", "double-struck": "DOUBLE-STRUCK", "sans-serif": "SANS-SERIF", "monospace": "MONOSPACE",
}  # fmt: skip


class _TooMuch(Exception):
    pass


def mathml_of(tex: str, *, block: bool) -> str | None:
    """The formula as MathML; `None` where it cannot be drawn."""
    if _deepest(tex) > DEEPEST or tex.count("\\left") > DEEPEST:
        return None
    from latex2mathml.converter import convert_to_element  # a session without formulas pays nothing for it

    try:
        read = convert_to_element(_NUMBERED.sub(r"\\\1{\2*}", tex), display="block" if block else "inline")
        return _Writer().written(read, 0)
    except Exception:  # whatever its reader stumbles over: the formula stays as it was written
        return None


class _Writer:
    def __init__(self) -> None:
        self._nodes = 0

    def written(self, node: Element, depth: int) -> str:
        """The element and all in it, as far as it is allowed."""
        self._nodes += 1
        words = node.text or ""
        if self._nodes > MOST_NODES or depth > 2 * DEEPEST or (node.tag == "mi" and _UNREAD.fullmatch(words)):
            raise _TooMuch
        tag = node.tag if node.tag in ALLOWED else "mrow"
        given = dict(node.attrib)
        if tag == "mtd":
            given["class"] = given.get("columnalign", "")
        variant = given.get("mathvariant", "")
        may = ALLOWED[tag]
        attributes = "".join(
            f' {name}="{value}"' for name, value in given.items() if name in may and may[name].fullmatch(value)
        )
        if variant == "normal" and tag == "mi":
            attributes += ' mathvariant="normal"'
        inner = "".join(self.written(child, depth + 1) for child in node)
        return f"<{tag}{attributes}>{escape(_in_hand(printable(_plain(words)), variant))}{inner}</{tag}>"


def _plain(words: str) -> str:
    """The reader leaves characters as XML writes them."""
    return re.sub(r"&#x([0-9A-Fa-f]{1,6});", lambda found: chr(int(found[1], 16)), words)


def _in_hand(words: str, hand: str) -> str:
    """Letters of another hand are characters of their own: browsers draw them by those only."""
    named = _HANDS.get(hand)
    return words if named is None else "".join(_styled(sign, named) for sign in words)


def _styled(sign: str, hand: str) -> str:
    if not (sign.isascii() and sign.isalnum()):
        return sign
    kind = unicodedata.name(sign).removeprefix("LATIN ").replace("LETTER ", "")
    for name in (f"MATHEMATICAL {hand} {kind}", f"{hand} {kind}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return sign


def _deepest(tex: str) -> int:
    deepest = open_now = 0
    for sign in tex:
        open_now += (sign == "{") - (sign == "}")
        deepest = max(deepest, open_now)
    return deepest
