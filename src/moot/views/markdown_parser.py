"""Configure markdown-it-py and nh3 for text that a model wrote.

The parser supports neither raw HTML nor link definitions: one long definition, used often, would grow a text without
limit. Importing this module loads both libraries, so only `html_from` does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from nh3 import Cleaner

from moot.views.formulas import LONGEST as LONGEST_FORMULA
from moot.views.formulas import Formula, formula_at, mathml_of

LONGEST_LINK = 2_000
_DIRECTED = ("p", "h4", "h5", "h6", "li", "th", "td")
ALLOWED = {
    tag: set(attributes.split())
    for tags, attributes in {
        "pre code strong em s blockquote hr br small table thead tbody tr ul p h4 h5 h6": "",
        "li th td span mtd": "class",
        "ol": "start",
        "a": "href",
        "math mi mrow mn ms mtext msqrt mroot msub msup msubsup mtable mtr mphantom mpadded": "",
        "munder mover munderover": "accent accentunder",
        "mo": "stretchy fence separator accent movablelimits form minsize maxsize lspace rspace",
        "mspace": "width",
        "mfrac": "linethickness",
        "mstyle": "displaystyle scriptlevel",
    }.items()
    for tag in tags.split()
}
"""Allowed HTML tags with their attributes. `VALUES` has the attributes that may have only certain values."""
VALUES: dict[str, dict[str, set[str]]] = {"math": {"display": {"block"}}, "mi": {"mathvariant": {"normal"}}}
LENGTHS = {"minsize", "maxsize", "lspace", "rspace", "width", "linethickness"}
"""Attributes of formulas limited to a few em, so that a formula cannot leave its place."""
_LENGTH = re.compile(r"-?\d{0,2}(?:\.\d+)?em")
_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s<>\"'`\\⟨⟩\x00-\x20\x7f]+", re.IGNORECASE)
_HOST = re.compile(r"[a-z0-9._:\-]{1,253}")
_OPENING = re.compile(r"\$\$|\\\[|\\begin(\{[a-z]+\*?\})")
_BARE = re.compile(rf"https?://[^\s<>\"'`\\|*\[\]{{}}⟨⟩]{{1,{LONGEST_LINK}}}", re.IGNORECASE)


def link_host(address: str) -> str | None:
    """Return the host or mailbox of a link; `None` if the link is not allowed."""
    if len(address) > LONGEST_LINK or not _ADDRESS.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
        if parts.scheme == "mailto":
            return parts.path[:200] if "@" in parts.path else None
        host = (parts.hostname or "")[:254].encode("idna").decode("ascii")
    except ValueError:
        return None
    return host if _HOST.fullmatch(host) else None


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        return link_host(url) is not None


class _Renderer(RendererHTML):
    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        env["href"] = str(tokens[idx].attrs["href"])
        return f'<a href="{escape(env["href"])}">'

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        address = env.pop("href")
        host = link_host(address) or ""
        is_shown = tokens[idx].info == "auto" and "@" not in address and host in tokens[idx - 1].content.lower()
        return "</a>" if is_shown else f"</a> <small>({escape(host)})</small>"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        words = escape(f"picture, not shown: {tokens[idx].content}".removesuffix(": "))
        address = str(tokens[idx].attrs["src"])
        host = link_host(address)
        if host is None or "href" in env:
            return words
        return f'<a href="{escape(address)}">{words}</a> <small>({escape(host)})</small>'

    def list_item_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        box = {None: "", False: "\N{BALLOT BOX} ", True: "\N{BALLOT BOX WITH CHECK} "}
        return self.renderToken(tokens, idx, options, env) + box[tokens[idx].meta.get("checked")]

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        if tokens[idx].info.strip() == "math" and (drawn := mathml_of(tokens[idx].content, block=True)) is not None:
            return f"<p>{drawn}</p>\n"
        return super().fence(tokens, idx, options, env)

    def formula(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        return mathml_of(token.content, block=token.meta["block"]) or f"<code>{escape(token.markup)}</code>"

    def formula_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"<p>{self.formula(tokens, idx, options, env)}</p>\n"


def _formula(state: StateInline, silent: bool) -> bool:
    """Markdown rule: parse a formula within a line."""
    found = formula_at(state.src, state.pos)
    if found is None or state.pos + len(found.written) > state.posMax:
        return False
    if not silent:
        _add_formula(state, "formula", found)
    state.pos += len(found.written)
    return True


def _formula_block(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """Markdown rule: parse a formula on lines of its own.

    A line of the formula may look like a list item.
    """
    opening = _OPENING.match(state.src, state.bMarks[first] + state.tShift[first])
    if opening is None or state.is_code_block(first):
        return False
    closing = {"$$": "$$", "\\[": "\\]"}.get(opening[0], f"\\end{opening[1]}")
    stop = state.src.find(closing, opening.end(), opening.end() + LONGEST_FORMULA)
    end = first + 1
    while end < last and state.bMarks[end] <= stop and not state.isEmpty(end) and state.sCount[end] >= state.blkIndent:
        end += 1
    text = state.getLines(first, end, state.blkIndent, False).lstrip()
    found = formula_at(text, 0) if stop >= 0 else None
    if found is None or not found.block or text[len(found.written) :].partition("\n")[0].strip():
        return False
    if not silent:
        _add_formula(state, "formula_block", found)
        state.line = first + 1 + found.written.count("\n")
    return True


def _add_formula(state: StateInline | StateBlock, kind: str, found: Formula) -> None:
    token = state.push(kind, "", 0)
    token.content, token.markup, token.meta = found.tex, found.written, {"block": found.block}


def _bare_address(state: StateInline, silent: bool) -> bool:
    """Markdown rule: parse a web address that is not in brackets, when the parser reaches its colon."""
    if silent or state.linkLevel or state.src[state.pos] != ":":
        return False
    start = state.pos - (5 if state.src[state.pos - 1] in "sS" else 4)
    found = _BARE.match(state.src, max(0, start), state.posMax)
    scheme = state.src[max(0, start) : state.pos]
    if found is None or state.src[start - 1 : start].isalnum() or not state.pending.endswith(scheme):
        return False
    address = found[0].rstrip(".,;:!?)")
    if "(" in address and found[0][len(address) :].startswith(")"):
        address += ")"
    if link_host(address) is None:
        return False
    state.pending = state.pending[: -len(scheme)]
    opening = state.push("link_open", "a", 1)
    opening.attrs = {"href": state.md.normalizeLink(address)}
    state.push("text", "", 0).content = address
    state.push("link_close", "a", -1).info = "auto"
    state.pos = start + len(address)
    return True


def _adapt(state: StateCore) -> None:
    """Make headings smaller than those of the page, and align table cells by class, because a security policy may
    forbid styles."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + 3)}"
        elif "style" in token.attrs:
            token.attrs = {"class": str(token.attrs["style"]).removeprefix("text-align:")}


def _length(tag: str, name: str, value: str) -> str | None:
    return None if name in LENGTHS and not _LENGTH.fullmatch(value) else value


PARSER = _Parser(
    "commonmark",
    {"html": False, "tasklists": True},
    renderer_cls=_Renderer,
)
PARSER.enable(["table", "strikethrough"]).disable(["reference", "html_block", "html_inline"])
PARSER.block.ruler.before("fence", "formula_block", _formula_block, {"alt": ["paragraph", "blockquote", "list"]})
PARSER.inline.ruler.before("escape", "formula", _formula)
PARSER.inline.ruler.before("escape", "bare_address", _bare_address)
PARSER.core.ruler.push("adapt", _adapt)
CLEANER = Cleaner(
    tags=set(ALLOWED),
    attributes={**ALLOWED, "*": set()},
    attribute_filter=_length,
    tag_attribute_values=VALUES,
    set_tag_attribute_values={tag: {"dir": "auto"} for tag in _DIRECTED},
    link_rel="noopener noreferrer nofollow",
    url_schemes={"http", "https", "mailto"},
    url_relative="deny",
)
