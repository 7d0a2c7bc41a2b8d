"""Check that a formula from a stranger is only shown, and that money is no formula."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from moot.views.formulas import mathml_of
from moot.views.markdown_parser import CLEANER
from moot.views.safe_markdown import html_from
from views.test_safe_markdown import ALLOWED, checked

CASES = json.loads((Path(__file__).parents[1] / "golden" / "exports" / "formulas.json").read_text("utf-8"))
HOSTILE = (
    r"\href{javascript:alert(1)}{x}", r"\url{javascript:alert(1)}", r"\includegraphics{https://evil.example/x.png}",
    r"\style{position:fixed}{x}", r"\class{a}{x}", r"\cssId{root}{x}", r"\htmlStyle{position:fixed}{x}",
    r"\color{red}x \textcolor{url(x)}{y} \colorbox{black}{z}", r"\hspace{999em}x \kern999em x \rule{99em}{99em}",
    r"\text{<img src=x onerror=alert(1)>}", "<img src=x onerror=alert(1)>", r"\text{&lt;script&gt;} &#60;b&#62;",
    r"\def\a{\a\a}\a", r"\newcommand{\b}[1]{#1#1}\b{x}", "{" * 900 + "}" * 900, r"\frac{" * 250 + "x" + "}{y}" * 250,
    r"\begin{matrix}" + "&" * 1900 + r"\end{matrix}", "x^{" * 600 + "}" * 600, r"\left(" * 200 + r"\right)" * 200,
    "x^" * 900, r"\sqrt" * 400, "'" * 1999, r"\begin{matrix}" * 100, "\\", "^", "_", "&", r"\\", "%", "#", "~", r"\ ",
    "\x00\x1b[31m", "\u202e x", r"\text{&#x202e;} &#x202E;",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_formulas_are_found_where_the_page_finds_them(case: dict[str, object]) -> None:
    text, wanted = str(case["text"]), case["formulas"]
    assert isinstance(wanted, list)
    drawn = html_from(text)
    assert re.findall(r"<math.*?</math>", drawn) == [
        CLEANER.clean(mathml_of(each["tex"], block=each["block"]) or "") for each in wanted
    ]


def test_code_and_addresses_stand_as_they_were_written() -> None:
    drawn = html_from("`$x$` and [a](https://example.org/$b$) and\n\n```js\n$('#a').on($)\n$x$\n```\n\n    $c$\n")
    assert "<math" not in drawn
    for each in ("<code>$x$</code>", 'href="https://example.org/$b$"', "$c$"):
        assert each in drawn


def test_a_block_of_maths_is_a_formula_and_one_that_cannot_be_read_stays_as_written() -> None:
    drawn = html_from("```math\na^2\n```\n\n$\\nonsense{x}$ and $\\left(a$")
    assert drawn.count("<math") == 1
    assert re.findall("<code>.*?</code>", drawn) == [r"<code>$\nonsense{x}$</code>", r"<code>$\left(a$</code>"]


@pytest.mark.parametrize("tex", HOSTILE, ids=lambda tex: tex[:24].encode("ascii", "replace").decode())
def test_a_hostile_formula_does_nothing(tex: str) -> None:
    drawn = html_from(f"```math\n{tex}\n```")
    checked(drawn, ALLOWED)
    assert "\u202e" not in drawn
    for length in re.findall(r'(?:size|space|width|thickness)="(.*?)"', drawn):
        assert re.fullmatch(r"-?\d{0,2}(\.\d+)?em", length)


def test_letters_of_another_hand_are_characters_of_their_own() -> None:
    drawn = html_from(r"$\mathbb{R} \mathcal{L} \mathbf{x} \boldsymbol{\alpha} \mathscr{L}$")
    assert {"ℝ", "ℒ", "𝐱"} <= set(drawn)
