"""Test that an analysis contains nothing that was not said: thousands of drafts by a liar, a careless and an honest
analyst, against an oracle that compares words one by one; and headings by who can be quoted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from markdown_it import MarkdownIt
from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.agreement import words
from moot.protocols.agreement.analysis import NOBODY, NOT_THERE, ONE_SIDED, REPEATED, analysed, is_quoted
from moot.protocols.agreement.ballots import (
    AnswerPassage,
    DraftContradiction,
    DraftItem,
    DraftSentence,
    DraftSide,
    PanelComparison,
    SupportedComparison,
)
from moot.protocols.agreement.findings import AgreementItem, Analysis, BlindSpot, Contradiction, StruckItem
from moot.reading.answer_first import unformatted

SEATS = [f"seat-{letter}" for letter in "abcdefgh"]

ANSWERS = {
    "seat-a": "Cut the limit to 60 km/h. It costs 110 crowns a sign, and nobody was hurt where it was tried.",
    "seat-b": "Cut the limit to 60 km/h – “at once”. It does not cost much. Nobody was hurt where it was tried.",
    "seat-c": "Keep the limit. It costs 1100 crowns a sign… Everybody was hurt where it was tried.",
}


def item(text: str, *passages: tuple[str, str]) -> DraftItem:
    return DraftItem(text=text, passages=tuple(AnswerPassage(source=source, quote=quote) for source, quote in passages))


def stands(
    drafted: PanelComparison, answers: dict[str, str] = ANSWERS, panel: Sequence[str] = (), most: int = 8
) -> Analysis:
    return analysed(drafted, answers, by="analyst", most=most, panel=panel or list(answers))


def test_what_most_say_is_a_consensus_and_what_fewer_say_is_put_where_it_belongs() -> None:
    both = (("seat-a", "Cut the limit to 60 km/h."), ("seat-b", "Cut the limit to 60 km/h"))
    found = stands(PanelComparison(consensus=(item("Cut it.", *both), item("Keep it.", ("seat-c", "Keep the limit.")))))
    assert [(one.text, one.holders) for one in found.consensus] == [("Cut it.", ("seat-a", "seat-b"))]
    assert [(one.text, one.holders, one.claimed) for one in found.unique_insights] == [
        ("Keep it.", ("seat-c",), "consensus")
    ]
    assert found.struck == ()
    assert found.unquoted == ()


def test_a_member_without_an_answer_counts_as_one_that_might_have_said_another_thing() -> None:
    both = item("Cut it.", ("seat-a", "Cut the limit to 60 km/h."), ("seat-b", "Cut the limit to 60 km/h"))
    found = stands(PanelComparison(consensus=(both,)), panel=[*ANSWERS, "seat-d"])
    assert found.consensus == ()
    assert [one.holders for one in found.partial_coverage] == [("seat-a", "seat-b")]
    assert found.unanswered == ("seat-d",)


def test_what_is_written_under_several_headings_or_in_two_spellings_stands_once_with_all_its_passages() -> None:
    def cut(text: str, *seats: str) -> DraftItem:
        return item(text, *((seat, "Cut the limit to 60 km/h") for seat in seats))

    found = stands(
        PanelComparison(
            consensus=(cut("Cut the limit.", "seat-a"), cut("cut the  limit", "seat-b")),
            partial_coverage=(cut("Cut the limit!", "seat-a"),),
            unique_insights=(cut("Cut the limit.", "seat-b"),),
            blind_spots=("Who pays?", "who pays"),
        )
    )
    assert [(one.text, one.holders) for one in found.consensus] == [("Cut the limit.", ("seat-a", "seat-b"))]
    assert found.partial_coverage == found.unique_insights == ()
    assert [one.text for one in found.blind_spots] == ["Who pays?"]
    repeated = REPEATED.format(heading="consensus")
    assert [(one.group, one.text, one.reason) for one in found.struck] == [
        ("partial_coverage", "Cut the limit!", repeated),
        ("unique_insights", "Cut the limit.", repeated),
    ]


def test_a_line_that_was_struck_several_times_is_told_once() -> None:
    lied = [item(text, ("seat-a", "The moon is a cheese."), ("seat-b", "The moon is a cheese.")) for text in "xy"]
    found = stands(PanelComparison(consensus=tuple(lied)))
    assert [(one.text, one.times) for one in found.struck] == [("The moon is a cheese.", 4), ("x", UNSET), ("y", UNSET)]
    said = words.analysis_in_words(found, {})
    assert len(said) == len(set(said))
    assert f"Struck (consensus, 4 times): “The moon is a cheese.”: {NOT_THERE}" in said


@pytest.mark.parametrize(
    ("seat", "quote"),
    [
        ("seat-a", "Cut the limit to 6 km/h."),
        ("seat-a", "It costs 11"),
        ("seat-a", "costs 10 crowns a sign"),
        ("seat-c", "It costs 110 crowns a sign"),
        ("seat-a", "Nobody was hurt where it was tried."),
        ("seat-b", "It does cost much."),
        ("seat-b", "It does not cost much … where it was tried."),
        ("seat-b", "Cut the limit. It does not cost much."),
        ("seat-d", "Cut the limit to 60 km/h."),
        ("chair", "Cut the limit to 60 km/h."),
        ("seat-a", "…"),
        ("seat-a", "  "),
    ],
)
def test_a_passage_that_does_not_stand_there_is_struck_with_its_item(seat: str, quote: str) -> None:
    found = stands(PanelComparison(consensus=(item("So it is.", (seat, quote)),)))
    assert not found.quoted
    assert [(one.text, one.reason) for one in found.struck] == [(quote, NOT_THERE), ("So it is.", NOBODY)]
    said = "\n".join(words.analysis_in_words(found, {}))
    assert words.EMPTY in said
    assert "So it is." in said


def test_an_answer_too_short_to_quote_from_is_quoted_whole() -> None:
    assert is_quoted("“Canberra.”", "Canberra")
    assert is_quoted("42", " 42.\n")
    assert not is_quoted("42", "421")
    assert not is_quoted("42", "Not 42")
    assert not is_quoted("", "")
    assert not is_quoted("...", "!")


def test_a_contradiction_needs_on_each_side_a_member_and_words_that_the_other_has_not() -> None:
    def against(*sides: tuple[str, str, str]) -> Analysis:
        drafts = tuple(DraftSide(text=text, source=seat, quote=quote) for text, seat, quote in sides)
        return stands(PanelComparison(contradictions=(DraftContradiction(text="Whether.", sides=drafts),)))

    cut, keep = "Cut the limit to 60 km/h", "nobody was hurt where"
    within = against(("Cut it.", "seat-a", cut), ("Cut it.", "seat-b", cut), ("Keep it.", "seat-a", keep))
    same = against(("Cut it.", "seat-a", cut), ("Keep it.", "seat-b", f"“{cut}.”"))
    both = against(("Cut it.", "seat-a", cut), ("Cut it.", "seat-c", "Keep the limit."), ("Keep it.", "seat-b", cut))
    for found in (within, same, both):
        assert found.contradictions == ()
        assert not found.quoted
        assert ("Whether.", ONE_SIDED) in [(one.text, one.reason) for one in found.struck]
    shared = against(
        ("Cut it.", "seat-a", cut),
        ("Keep it.", "seat-a", "It costs 110 crowns"),
        ("Keep it.", "seat-c", "Keep the limit."),
        ("Cut it.", "seat-b", cut),
    )
    assert len(shared.contradictions) == 1


# --- thousands of drafts ----------------------------------------------------------------------------------------------

THINGS = ("bridge", "toll", "ferry", "pier", "quarry", "weir", "lime", "mason")
DOES = ("costs", "saves", "needs", "loses", "does not cost", "never needs", "will not save", "may lose")
MUCH = ("10 carts", "110 carts", "1,100 carts", "40 days – or more", "4.5 % of “it all”", "nothing…", "three men's pay")
WHEN = ("in spring", "before winter", "after the flood", "every year", "if it rains", "unless it freezes", "橋の上で")
MARKS = str.maketrans(
    {**dict.fromkeys("‘’‚‛′`´", "'"), **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‐‑‒–—―−", "-"), "…": "..."}
    | {ord(hidden): None for hidden in "\u00ad\u200b\u200c\u200d\u2060\ufeff"}
)


def tokens(text: str) -> list[str]:
    """Words and numbers whole, everything else sign by sign; the oracle's own reading, none of the product's."""
    folded = unicodedata.normalize("NFC", text).translate(MARKS)
    return [part for part in re.findall(r"[0-9A-Za-zÀ-ɏ]+|\S", folded) if part]


def is_said(quote: str, answer: str) -> bool:
    """Whether the words of a quotation stand in the answer in one row."""
    row, whole = tokens(quote), tokens(answer)
    while row and row[0] in "\"'":
        row = row[1:]
    while row and row[-1] in "\"'":
        row = row[:-1]
    if len("".join(row)) < 10:
        bare = [[each for each in part if each.isalnum()] for part in (row, whole)]
        return bool(bare[0]) and bare[0] == bare[1]
    return any(whole[at : at + len(row)] == row for at in range(len(whole) - len(row) + 1))


def answers_of(draw: Random) -> dict[str, str]:
    """What two to eight members said; much of it nearly the same."""
    said = {}
    for seat in SEATS[: draw.randint(2, 8)]:
        parts = (
            f"The {draw.choice(THINGS)} {draw.choice(DOES)} {draw.choice(MUCH)} {draw.choice(WHEN)}."
            for _ in range(draw.choice((0, 1, 3, 6)))
        )
        said[seat] = draw.choice((" ", "\n\n", " \u200b")).join(parts) or draw.choice(("42", "Yes.", "Canberra"))
    return said


def quotes_of(draw: Random, answers: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Passages as they stand, and every way we know to get one wrong."""
    seat = draw.choice(list(answers))
    text = answers[seat]
    start = draw.randrange(max(1, len(text)))
    passage = text[start : start + draw.randint(5, 90)]
    row = passage.split(" ")
    at = draw.randrange(len(row))
    other = draw.choice([*SEATS, "chair", "", "K7QX"])
    yield seat, text
    yield seat, " ".join(text.split())
    yield seat, passage
    yield seat, f"“{passage.strip()}”"
    yield other, passage
    yield seat, passage.replace("not ", "").replace("never ", "")
    yield seat, passage.replace("0", "", 1)
    yield seat, passage.swapcase()
    yield seat, " ".join(row[:at] + row[at + 1 :])
    yield seat, " ".join([*row[:at], draw.choice(THINGS), *row[at + 1 :]])
    yield seat, f"{passage[:20]} … {passage[-20:]}"
    yield seat, f"{passage} {draw.choice(list(answers.values()))[:30]}"
    yield seat, passage.translate(MARKS)
    yield seat, draw.choice(("", "…", " ", "42", "Canberra.", "Yes"))


def drafted(draw: Random, answers: dict[str, str]) -> PanelComparison:
    """What an analyst of any honesty writes of these answers."""

    def passages() -> tuple[AnswerPassage, ...]:
        pool = [quote for _ in range(draw.randint(1, 2)) for quote in quotes_of(draw, answers)]
        return tuple(
            AnswerPassage(source=source, quote=quote)
            for source, quote in draw.sample(pool, min(len(pool), draw.randint(1, 6)))
        )

    def items() -> tuple[DraftItem, ...]:
        return tuple(DraftItem(text=f"Point {at}.", passages=passages()) for at in range(draw.randint(0, 3)))

    contradictions = tuple(
        DraftContradiction(
            text=f"Quarrel {at}.",
            sides=tuple(
                DraftSide(text=f"Side {draw.randint(0, 2)}.", source=each.source, quote=each.quote)
                for each in (*passages(), *passages())
            ),
        )
        for at in range(draw.randint(0, 2))
    )
    spots = tuple(f"Nobody asks what the {draw.choice(THINGS)} {draw.choice(DOES)}." for _ in range(draw.randint(0, 2)))
    return PanelComparison(
        consensus=items(), contradictions=contradictions, partial_coverage=items(), unique_insights=items(),
        blind_spots=spots,
    )  # fmt: skip


def held(numbers: range) -> None:
    shown = struck = 0
    for number in numbers:
        draw = Random(number)
        answers = answers_of(draw)
        draft = drafted(draw, answers)
        panel = [*answers, *SEATS[len(answers) : len(answers) + draw.randint(0, 2)]]
        found = analysed(draft, answers, by="analyst", most=8, panel=panel)
        for group in ("consensus", "partial_coverage", "unique_insights"):
            for one in getattr(found, group):
                if group == "consensus":
                    assert one.claimed is UNSET, (number, one)
                    assert 2 * len(one.holders) > len(panel), (number, one)
                assert (group == "unique_insights") == (len(one.holders) == 1), (number, one)
        items = [*found.consensus, *found.partial_coverage, *found.unique_insights]
        items += [side for one in found.contradictions for side in one.sides]
        for one in items:
            sound(one, answers, number)
            shown += len(one.passages)
        for quarrel in found.contradictions:
            assert len({side.holders for side in quarrel.sides}) > 1
        struck += len(found.struck)
        nothing_is_lost(draft, found, number)
    assert shown > len(numbers)
    assert struck > len(numbers)


def sound(one: AgreementItem, answers: dict[str, str], number: int) -> None:
    """Every passage that is shown was said by whom it is put down to."""
    assert one.passages, number
    assert set(one.holders) == {each.source for each in one.passages}, number
    for each in one.passages:
        assert is_said(each.quote, answers[each.source]), (number, each, answers[each.source])


def nothing_is_lost(draft: PanelComparison, found: Analysis, number: int) -> None:
    """What the analyst wrote stands, or is told as struck."""
    told = "\n".join(words.analysis_in_words(found, {}))
    plain = " ".join(told.split())
    for one in (*draft.consensus, *draft.partial_coverage, *draft.unique_insights):
        for each in one.passages:
            assert " ".join(each.quote.split()) in plain, (number, each)
        assert one.text in told
    for one in draft.contradictions:
        assert one.text in told


def test_no_false_quotation_is_ever_shown() -> None:
    held(range(400))


@pytest.mark.slow
def test_no_false_quotation_is_ever_shown_in_ten_thousand_analyses() -> None:
    held(range(1_000, 11_000))


def test_the_oracle_tells_lies_from_truth() -> None:
    """It is worth nothing if it says yes to everything."""
    for seat, said in ANSWERS.items():
        assert is_said(said, said), seat
    assert not is_said("costs 10 crowns a sign", ANSWERS["seat-a"])
    assert not is_said("It does cost much. Nobody", ANSWERS["seat-b"])
    assert not is_said("nobody was hurt where it was", ANSWERS["seat-b"])


def test_each_sentence_of_the_answer_has_the_passages_that_occur() -> None:
    """A sentence that is not in the answer is left out; what no sentence covers is the writer's own."""
    drafted = SupportedComparison(
        sentences=(
            sentence("Cut the limit.", ("seat-a", "Cut the limit to 60 km/h."), ("seat-c", "Cut the limit to 60")),
            sentence("Nobody wrote this.", ("seat-a", "nobody was hurt")),
            sentence("It is cheap.", ("seat-b", "It does not cost much."), ("seat-x", "It does not cost much.")),
        )
    )
    found = analysed(
        drafted, ANSWERS, by="chair", most=8, panel=list(ANSWERS), answer="Cut the limit. It helps. It is cheap. Do."
    )
    assert found.sentences is not UNSET
    assert [(each.text, [by.seat for by in each.by]) for each in found.sentences] == [
        ("Cut the limit.", ["seat-a"]),
        ("It helps.", []),
        ("It is cheap.", ["seat-b"]),
        ("Do.", []),
    ]
    assert words.analysis_parts(found, {}).confidence == "2 of 3 answers support it."
    without = replace(found, unanswered=("seat-c",))
    assert words.analysis_parts(without, {}).confidence == "2 of 2 answers support it.", "one was not asked, or failed"


def sentence(text: str, *passages: tuple[str, str]) -> DraftSentence:
    return DraftSentence(
        text=text, passages=tuple(AnswerPassage(source=source, quote=quote) for source, quote in passages)
    )


HOSTILE = (
    "# A heading", "## Verdict", "Setext\n===", "---", "***", "- an item", "1. first", "12) twelfth", "+ more",
    "> quoted", "```python", "~~~", "`code`", "**bold** and *slanted* and __bold__ and _slanted_ and ~~gone~~",
    "[a link](https://example.org)", "![a picture](https://example.org/x.png)", "[note]: https://example.org",
    "[ ] todo", "<script>alert(1)</script>", "<https://example.org>", "<!-- hidden -->", "&copy; &#x41;",
    "\\*not bold*", "a\\", "| a | b |", "*", "_", "`", "**", "[^1]: note", "\\[x](y)",
    "2 * 3 * 4", "snake_case_name", "a*b*c", "__init__.py",
)  # fmt: skip
PLAIN = (
    "Cut the limit to 60 km/h.", "It costs 110 crowns – or 1,100 – a sign (see below).", "~10 km, 5 < 6 & 7 > 3, C#",
    "snake_case and #1 and 2 * 3", "“It's so,” she said: [sic], 3.5 % of 2019.", "2019 was dry.", "-5 degrees", "a | b",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_is_shown_as_it_was_written(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(f"- {unformatted(text)} (1 of 2)")
    kinds = [token.type for token in tokens]
    assert kinds == [
        "bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close",
        "bullet_list_close",
    ]  # fmt: skip
    (inline,) = (token for token in tokens if token.type == "inline")
    assert {child.type for child in inline.children or ()} <= {"text", "text_special"}
    assert "".join(child.content for child in inline.children or ()) == f"{' '.join(text.split())} (1 of 2)"


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_stay_as_they_were_written(text: str) -> None:
    assert unformatted(text) == text


def test_every_text_of_an_analysis_stands_as_words_in_the_verdict() -> None:
    text = " ".join(HOSTILE)
    item = AgreementItem(text=f"# {text}", passages=(AnswerPassage(source="a", quote=text),), holders=("a",))
    finding = Analysis(
        by="analyst", panel=("a", "b"), consensus=(item,),
        contradictions=(Contradiction(text=f"> {text}", sides=(item, item)),), partial_coverage=(item,),
        unique_insights=(item,), blind_spots=(BlindSpot(text=f"- {text}"),),
        struck=(StruckItem(group="consensus", text=text, reason="does not stand."),),
    )  # fmt: skip
    said = words.as_verdict(finding, {"a": "answer 1"})
    tokens = MarkdownIt("commonmark").parse(said)
    headings = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings == [*words.TITLES.values(), "Left out"]
    inner = {child.type for token in tokens for child in token.children or ()}
    assert inner <= {"text", "text_special"}
    assert not {"fence", "code_block", "html_block", "blockquote_open", "ordered_list_open"} & {t.type for t in tokens}
    assert not re.search(r"seat-", said)
