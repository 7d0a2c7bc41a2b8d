"""Which words of a query can be sent to a service whose query language gives signs and capitals a meaning?

Letters, digits, and what joins them inside a word; everything else separates. Linear in the text.
"""

from __future__ import annotations

_JOINS = "-'.+#"
LONGEST = 400
"""Characters of a query that are looked at; services refuse longer ones."""


def words_of(query: str, most: int) -> list[str]:
    """The first words of a query, lower-cased so that none is an operator, each once."""
    signs = [c if c.isalnum() or c in _JOINS else " " for c in query[:LONGEST].lower()]
    words = (word.lstrip(_JOINS).rstrip("-'.") for word in "".join(signs).split())
    return list(dict.fromkeys(word for word in words if word and word not in ("and", "or", "not")))[:most]


def plain(markup: str, most: int = 20_000) -> str:
    """Text with tags taken out and character references read; a `<` that begins no tag stays."""
    import html  # a table of 2,000 names that only the web searchers need

    out, at = [], 0
    markup = markup[:most]
    while (begin := markup.find("<", at)) >= 0:
        out.append(markup[at:begin])
        following = markup[begin + 1 : begin + 2]
        end = markup.find(">", begin) if following.isalpha() or following in ("/", "!") else -1
        if end < 0:
            out.append("<")
            at = begin + 1
            if following.isalpha() or following in ("/", "!"):
                break  # no tag can end any more, so that looking again would only take time
        else:
            out.append(" " if markup[begin + 1 : begin + 3].lower() in ("p>", "br", "/p", "li", "/l", "di") else "")
            at = end + 1
    out.append(markup[at:])
    return " ".join(html.unescape("".join(out)).split())


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())
