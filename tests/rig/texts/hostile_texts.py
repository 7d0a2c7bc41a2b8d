"""Families of texts that slow a careless reader, of any size: nesting, unclosed parts, long runs, repetition.

A family is a beginning, a piece repeated, and an end; or lines that grow. A reader of foreign text must take at most
twice the time for twice the text, for every family.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

Family = Callable[[int], str]


def filled(piece: str, before: str = "", after: str = "") -> Family:
    """The piece as often as it fits between a beginning and an end."""
    return lambda size: before + piece * max(1, (size - len(before) - len(after)) // len(piece)) + after


def growing(line: Callable[[int], str]) -> Family:
    """Lines of which each is made from its number."""

    def text(size: int) -> str:
        made: list[str] = []
        length = 0
        for number in count():
            made.append(line(number))
            length += len(made[-1])
            if length >= size:
                break
        return "".join(made)[:size]

    return text


def doubled(opener: str, closer: str, within: str = "") -> Family:
    """Nested as deep as it fits, and closed."""

    def text(size: int) -> str:
        deep = max(1, (size - len(within)) // (len(opener) + len(closer)))
        return opener * deep + within + closer * deep

    return text


FAMILIES: dict[str, Family] = {
    "prose": filled("It compares the two and finds neither complete. "),
    "prose on one line without a stop": filled("it compares the two and "),
    "many names": growing(lambda n: f"Rule {n} of Part {n % 7} is claim-{n % 100:02d}. "),
    "short lines": filled("a\n"),
    "line feeds": filled("\n"),
    "spaces": filled(" ", "a", "b"),
    "spaces in a line of a table": filled(" ", "a|b\n", "x"),
    "tabs": filled("\t", "a|b\n", "x"),
    "spaces after a fence": filled(" ", "```", "`"),
    "one letter": filled("a"),
    "one letter in capitals": filled("A", "", "!"),
    "words in capitals": filled("SYSTEM "),
    "hyphens": filled("-", "a", "x"),
    "hyphens and pipes": filled("-|", "a|b\n", "x"),
    "pipes": filled("|"),
    "table, long": filled("| a | b |\n|---|---|\n"),
    "table, wide": lambda size: "|a" * (size // 4) + "|\n" + "|-" * (size // 4) + "|\n",
    "stars": filled("*", "a", "x"),
    "emphasis that never closes": filled("*a **b _c "),
    "emphasis": filled("*a* "),
    "underscores": filled("_", "a", "x"),
    "underscores and words": filled("_a"),
    "tildes before a backtick": filled("~", "", "`"),
    "backticks": filled("`", "", "x"),
    "backticks in runs that grow": growing(lambda n: "`" * (n + 1) + " a "),
    "backticks and words": filled("`a "),
    "fences": filled("```\n"),
    "fences that never close": growing(lambda n: "`" * (n % 50 + 3) + "json\n{\n"),
    "brackets": filled("["),
    "brackets, nested": doubled("[", "]", "1"),
    "brackets closed first": filled("]["),
    "labels and no address": filled("[a]["),
    "addresses that never close": filled("[a]("),
    "links": filled("[a](https://example.org/b) "),
    "links in links": doubled("[a", "](https://example.org)"),
    "pictures": filled("!["),
    "bare addresses": filled("https://example.org/a "),
    "one bare address": filled("http://"),
    "hosts beyond ASCII": filled("http://é.é.é.é/ "),
    "footnotes": filled("[^1]: a\n[^1] "),
    "parentheses": filled("("),
    "parentheses, nested": doubled("(", ")", "a"),
    "quotations, nested": filled("> "),
    "quoted lines": filled("> a\n"),
    "lists, deep": growing(lambda n: "  " * (n % 60) + "- a\n"),
    "lists, deeper with every line": growing(lambda n: " " * n + "- a\n"),
    "list items": filled("- a\n"),
    "list items with empty lines": filled("1. a\n\n"),
    "list marks in one line": filled("- "),
    "numbers in a list": growing(lambda n: f"{n}. a = b > c\n"),
    "headings": filled("# a\n"),
    "number signs": filled("#", "# a ", "x"),
    "rules": filled("- - -\n"),
    "tags that never close": filled("<a "),
    "tags, nested": doubled("<div>", "</div>"),
    "comments that never close": filled("<!-- "),
    "angle brackets": filled("<"),
    "answers that never close": filled('<answer label="2BQX" fence="abcdefgh">\n'),
    "thinking, nested": filled("<think>\n"),
    "ampersands": filled("&"),
    "entities": filled("&amp;&#x41;&lt;"),
    "double quotes": filled('"', "a", "b"),
    "quotation marks and words": filled('"a '),
    "apostrophes": filled("'"),
    "curly quotes": filled("“a”"),
    "backslashes": filled("\\", '"', '"'),
    "JSON objects, nested": filled('{"a":'),
    "JSON objects, nested and closed": doubled('{"a":', "}", "1"),
    "JSON lists, nested": filled("[[", '{"a":'),
    "JSON, wide": growing(lambda n: f'"k{n}":{n},' if n else "{"),
    "JSON strings that never close": filled('{"a": "'),
    "braces closed first": filled("}{"),
    "figures": filled("9"),
    "figures with points": filled("1."),
    "figures with commas": filled("1,"),
    "a huge number": filled("9", '{"a": 1e', "}"),
    "dates": filled("2026-01-01T00:00:00Z "),
    "colons": filled(": ", "a"),
    "equals signs": filled("a = "),
    "repeated ballots": filled('<ballot>{"ranking": ["2BQX"]}</ballot>\n'),
    "ballots that never close": filled("<ballot>{"),
    "repeated headers": filled("FINAL RANKING:\n1. A\n"),
    "repeated tables of places": filled("| Rank | Answer |\n|---|---|\n| 1 | 2BQX |\n| 2 | 7KQZ |\n\n"),
    "one table of places": filled("| 1 | 2BQX |\n", "| Rank | Answer |\n"),
    "heads of tables": filled("| Rank | Answer |\n"),
    "heads in one line": filled("Rank | ", "", "\n1 | 2BQX"),
    "headers with other labels": filled("FINAL RANKING:\n1. Z8Z8 = Z9Z9\n", "", "\n\n2BQX"),
    "ballots on other labels": filled('<ballot>{"places": {"Z8Z8": 1}}</ballot>\n'),
    "ballots with many bare members": filled("<ballot>{" + "a:1," * 400 + "?2BQX\n\n"),
    "empty tiers": filled("[],", '{"tiers":[', '["2BQX"]]}'),
    "beginnings of thinking": filled("<thi"),
    "titles of error pages": filled("<html><title>4"),
    "abbreviations": filled("U.S. "),
    "possessives": filled("x's "),
    "places behind labels": filled("2BQX: 1st place\n"),
    "verdicts on pairs": filled("[[2BQX>7KQZ]]\n"),
    "verdicts in one line": filled("[[2BQX>7KQZ]] "),
    "retractions that are none": filled("I had it and I got it and wait ", "2BQX > 7KQZ\n"),
    "repeated claims": filled("claim-01 is accepted. "),
    "claims after stops": filled("claim-01. ", "", "x"),
    "claims in one sentence": filled("it is so claim-01 "),
    "claims in lines": growing(lambda n: f"claim-{n % 1000:02d}:\n"),
    "limits": lambda size: growing(lambda n: f"if rule{n} ")(size // 2) + filled("cold water ")(size - size // 2),
    "a word that may be": filled("so run fast ", "it may run fast "),
    "lists of claims": filled("claim-01, claim-02 and ", "", "x"),
    "votes": growing(lambda n: f"claim-{n % 100:02d}: agree 0.9 because it says so\n"),
    "frames of a stream": filled('data: {"choices":[{"delta":{"content":"a"}}]}\n\n'),
    "errors": filled("Error: 429 Too Many Requests "),
    "refusals": filled("I'm sorry, but I cannot help with that. "),
    "answers stated in one sentence": filled("the answer is 7 and "),
    "fences before empty lines": filled("\n", "```\n```\n", "a"),
    "questions": filled("Is it so? "),
    "question marks": filled("?"),
    "dots": filled(".", "a", "b"),
    "stops and quotes": filled('." '),
    "escape sequences": filled("\x1b[31m"),
    "an escape sequence that never ends": filled("1;", "\x1b[", ""),
    "TOML tables": growing(lambda n: f"[a{n}]\nb = {n}\n"),
    "TOML tables, nested": filled("a.", "[", "a]\nb = 1\n"),
    "comma-separated": filled('"a",'),
    "emoji": filled("👩‍👩‍👧‍👦"),
    "combining marks": filled("\u0301", "e"),
    "right to left": filled("אב "),
    "marks that turn the direction": filled("\u202e\u2066"),
    "hidden characters": filled("\u200b"),
    "nulls": filled("\x00"),
    "halves of pairs": filled("\ud800"),
    "ideographs": filled("这个答案很好，但是不完整。"),
    "letters that grow when folded": filled("ßİﬃ"),
}  # fmt: skip
"""Families by what is in them."""

SAMPLE = (
    "prose", "spaces in a line of a table", "tildes before a backtick", "spaces after a fence", "emphasis",
    "brackets, nested", "tags that never close", "quotation marks and words", "JSON objects, nested",
    "stops and quotes", "hyphens", "figures with points", "ballots with many bare members",
    "titles of error pages", "abbreviations",
)  # fmt: skip
"""Those that every run takes."""
