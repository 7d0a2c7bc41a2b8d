"""Highlight untrusted code without a script: Pygments' lexers, a few colours, everything escaped.

Tests: `tests/views/test_safe_markdown.py`.
"""

from __future__ import annotations

import re
from html import escape

LONGEST = 12_000
"""Longer code is not highlighted."""
LONGEST_LINE = 600
_KNOWN = frozenset((
    "bash", "c", "c++", "console", "cpp", "cs", "csharp", "css", "diff", "fish", "go", "golang", "h", "html",
    "java", "javascript", "js", "json", "json5", "jsonc", "jsx", "mjs", "mysql", "node", "patch", "postgresql",
    "py", "py3", "python", "python3", "rs", "rust", "scss", "sh", "shell", "sql", "sqlite", "ts", "tsx",
    "typescript", "vue", "xml", "yaml", "yml", "zsh",
))  # fmt: skip
"""Languages that the page highlights too (`web/src/markdown/code/colours.ts`); others stay plain in both."""
_LEXERS = {
    **dict.fromkeys(("jsx", "mjs", "node"), "js"), "tsx": "ts", "c": "c", "h": "c", "jsonc": "json", "json5": "json",
    **dict.fromkeys(("fish", "zsh", "console", "shell"), "bash"), "py3": "python", "golang": "go", "patch": "diff",
    **dict.fromkeys(("sqlite", "mysql", "postgresql"), "sql"), "vue": "html", "rs": "rust", "cs": "csharp",
}  # fmt: skip
_TONED = (
    ("Comment.Preproc", "typ"), ("Comment", "com"), ("Keyword.Type", "typ"), ("Keyword", "key"), ("Name.Tag", "key"),
    ("Operator.Word", "key"), ("Literal.String", "str"), ("Literal.Number", "num"), ("Name.Builtin", "typ"),
    ("Name.Class", "typ"), ("Name.Decorator", "typ"), ("Name.Function", "fun"), ("Name.Attribute", "fun"),
    ("Generic.Deleted", "del"), ("Generic.Inserted", "str"), ("Name.Variable", "num"),
)  # fmt: skip
_LONG_LINE = re.compile(rf".{{{LONGEST_LINE}}}")


def coloured(code: str, language: str) -> str:
    """Return the code as HTML; plain if the language is unknown or the code too long."""
    name = language.lower()
    if name not in _KNOWN or len(code) > LONGEST or _LONG_LINE.search(code):
        return escape(code)
    from pygments.lexers import get_lexer_by_name  # loaded only for a session with code
    from pygments.token import string_to_tokentype

    tones = [(string_to_tokentype(f"Token.{kind}"), tone) for kind, tone in _TONED]
    try:
        lexer = get_lexer_by_name(_LEXERS.get(name, name), stripnl=False, ensurenl=False)
        parts = list(lexer.get_tokens(code))
    except Exception:  # a lexer may fail in any way: show the code plain
        return escape(code)
    if "".join(words for _, words in parts) != code:
        return escape(code)
    drawn: list[str] = []
    for kind, words in parts:
        tone = next((tone for of, tone in tones if kind in of), None)
        drawn.append(escape(words) if tone is None else f'<span class="{tone}">{escape(words)}</span>')
    return "".join(drawn)
