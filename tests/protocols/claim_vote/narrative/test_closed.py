"""The closed list of sentences: what is told as the prompt asks for stands, and nothing else does, however it is put.

Seven councils, whose claims hold figures, quotations, an id, `C#`, German and Chinese: `forms/closed.toml`. What stands
is held against a second list of true sentences that is made without the forms.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from cases import in_turn
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimNote, ReportForm, SummaryPart
from moot.protocols.claim_vote.findings import (
    Claim,
    ClaimTally,
    SilentVoter,
    TierBounds,
    Tiers,
)
from moot.protocols.claim_vote.narrative.audit import audit
from moot.protocols.claim_vote.narrative.connecting import Held, held
from moot.protocols.claim_vote.narrative.holding import UNKNOWN
from moot.protocols.claim_vote.narrative.writing import listing
from moot.protocols.claim_vote.rehearsal import report_form
from moot.protocols.claim_vote.tiers import counts_of, cut_at, mean_of, sd_of, tier_of
from moot.protocols.claim_vote.wording import FORM, KNOWN, NARRATIVE
from moot.rehearsal.plays.reporting import report as scripted
from moot.vocabulary.seeded_draws import Lot

READ: dict[str, Any] = tomllib.loads((Path(__file__).parent / "forms" / "closed.toml").read_text("utf-8"))
VALUES = {"2": 2, "1": 1, "0": 0, "a": -1, "b": -2}
LONGEST_PROMPT = 2_600
"""Characters of what an editor is told, without the claims."""
STRUCK_AT_MOST = 0


class Council(Struct, frozen=True):
    """A council and how it voted."""

    question: str
    claims: tuple[Claim, ...]
    tiers: Tiers

    def held(self, text: str, note: str = "") -> Held:
        part = () if note else (SummaryPart(text=text, claims=()),)
        notes = (ClaimNote(claim=note, text=text),) if note else ()
        return held(ReportForm(summary=part, notes=notes), self.question, self.claims, self.tiers)


def council_of(question: str, entries: list[dict[str, str]], silent: int = 0) -> Council:
    claims: list[Claim] = []
    tallies: list[ClaimTally] = []
    seats = [f"seat-{letter}" for letter in "abcdefgh"]
    for at, entry in enumerate(entries, start=1):
        votes = entry["votes"]
        name = f"claim-{at:02d}"
        counts = counts_of([VALUES[vote] for vote in votes if vote != "-"])
        claims.append(Claim(id=name, text=entry["text"], kind=entry["kind"], spans=()))  # type: ignore[arg-type]
        tallies.append(
            ClaimTally(
                claim=name, tier=tier_of(counts, cut_at(TierBounds())), mean=mean_of(counts), sd=sd_of(counts),
                votes=sum(counts), counts=dict(zip(VOTE_LEVELS, counts, strict=True)), confidence=7.0, k=1,
                abstained=votes.count("-"),
            )
        )  # fmt: skip
    voters = tuple(seats[: len(entries[0]["votes"])])
    missing = tuple(SilentVoter(seat=f"seat-x{at}", how="missing", streak=1) for at in range(silent))
    tiers = Tiers(claims=tuple(tallies), bounds=TierBounds(), voters=voters, silent=missing)
    return Council(question, tuple(claims), tiers)


@cache
def council(name: str) -> Council:
    return council_of(READ[name]["question"], READ[name]["claims"], READ[name].get("silent", 0))


HONEST = [(name, one) for name, read in READ.items() for one in read["honest"] if not one.get("not")]
UNTRUE = [
    (name, kind, text)
    for name, read in READ.items()
    for kind, some in read["untrue"].items()
    for text in some
    if (name, text) != ("chinese", "[claim-01] is HIGH.")
]
NO_FORM = [(name, one["text"]) for name, read in READ.items() for one in read["honest"] if one.get("not")]


def test_there_are_enough_of_either_and_councils_of_every_kind() -> None:
    assert len(READ) >= 6
    assert len({one["text"] for _, one in HONEST}) >= 40
    assert len({(name, text) for name, _, text in UNTRUE}) >= 120
    tiers = {name: {tally.tier for tally in council(name).tiers.claims} for name in READ}
    assert all({"HIGH", "REJECTED"} <= some for some in tiers.values()), tiers
    assert sum("CONTESTED" in some for some in tiers.values()) >= 6
    words = " ".join(claim.text for name in READ for claim in council(name).claims)
    assert all(mark in words for mark in ("C#", '"', "“", ",", "?", "claim-03", "(", "5", "ä", "。", ";"))


def test_hardly_a_sentence_as_the_prompt_asks_for_is_left_out() -> None:
    lost = [
        (one["text"], found.reasons)
        for name, one in HONEST
        if (found := council(name).held(one["text"], one.get("note", ""))).reasons
    ]
    assert len(lost) <= STRUCK_AT_MOST, lost


@in_turn("case", [*UNTRUE, *((name, "unknown", text) for name, text in NO_FORM)])
def test_what_is_untrue_or_of_no_known_form_does_not_stand(case: tuple[str, str, str]) -> None:
    name, _, text = case
    here = council(name)
    found = here.held(text)
    assert len(found.reasons) == found.sentences, found.summary
    prose = audit(f"## Summary\n\n{text}\n", here.question, here.claims, here.tiers)
    assert len(prose.struck) == prose.sentences, text


EXAMPLES = re.findall(r"(?m)^  (\[claim.*|[A-Z0-9].*)$", KNOWN.split("\n- Join")[0].split("their numbers:")[1])
EXAMPLE = ("22222", "22bb0", "1111a", "2210-", "bab01", "bbbab", "abaab", "11100", "222bb", "22222", "22221", "11222")


def example_council() -> Council:
    votes = {3: "110--", 4: "abbb1"}
    entries = [
        {"text": f"Do thing {at}.", "kind": "recommendation", "votes": votes.get(at, row)}
        for at, row in enumerate(EXAMPLE)
    ]
    return council_of("What?", entries)


def test_every_sentence_that_the_prompt_shows_stands_for_a_council_of_which_it_is_true() -> None:
    here = example_council()
    assert len(EXAMPLES) >= 12
    assert {one: found.reasons for one in EXAMPLES if (found := here.held(one)).reasons} == {}
    note = re.search(r'A note tells of .*?"(.*?)"', FORM.text)
    assert note is not None
    assert here.held(note[1], "claim-12").reasons == ()


def test_the_prompts_stay_short() -> None:
    assert max(len(FORM.text), len(NARRATIVE.text)) < LONGEST_PROMPT


def test_a_reader_gets_the_claims_whole_words_beside_its_id() -> None:
    (told,) = council("sign").held("[claim-02] is contested; [claim-04] is rejected. [claim-02] is contested.").summary
    assert told == (
        "“Call it “Gate 7” until June” [claim-02] is contested; “Remove the sign” [claim-04] is rejected."
        " [claim-02] is contested."
    )


HIDDEN = ("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u0301", "\ufe0f", "\U000e0041")
LIKE = {"a": "\u0430", "c": "\u0441", "e": "\u0435", "i": "\u0456", "o": "\u043e", "l": "\u04cf", "m": "\uff4d"}


def with_strangers() -> Iterator[tuple[str, str, str]]:
    """Each honest sentence with a character in it that cannot be seen, or with one that looks like another."""
    for at, (name, one) in enumerate(HONEST):
        text = one["text"]
        chance = Random(at)
        for mark in HIDDEN:
            place = chance.randrange(1, len(text))
            yield name, one.get("note", ""), f"{text[:place]}{mark}{text[place:]}"
        for letter, other in LIKE.items():
            if letter in text:
                yield name, one.get("note", ""), text.replace(letter, other, 1)


@in_turn("case", list(with_strangers()))
def test_what_cannot_be_seen_or_looks_like_something_else_is_left_out(case: tuple[str, str, str]) -> None:
    name, note, text = case
    found = council(name).held(text, note)
    assert found.reasons, ascii(text)
    here = council(name)
    if not note:
        assert audit(f"## Summary\n\n{text}", here.question, here.claims, here.tiers).struck, ascii(text)


def cut_quotations() -> Iterator[tuple[str, str]]:
    """Each claim's words without one of them, with one twice, or with two exchanged, with its true tier."""
    for name in READ:
        for claim, tally in zip(council(name).claims, council(name).tiers.claims, strict=True):
            tier = tally.tier if tally.tier in ("HIGH", "MEDIUM") else tally.tier.lower()
            words = claim.text.split()
            for at in range(len(words)):
                changed = [[*words[:at], *words[at + 1 :]], [*words[:at], words[at], *words[at:]]]
                if at:
                    changed.append([*words[: at - 1], words[at], words[at - 1], *words[at + 1 :]])
                for some in changed:
                    yield name, f"“{' '.join(some)}” [{claim.id}] is {tier}."


@in_turn("case", list(cut_quotations()))
def test_a_quotation_that_is_not_whole_does_not_stand(case: tuple[str, str]) -> None:
    name, text = case
    assert council(name).held(text).reasons, text


SAID_OF = {"HIGH": "HIGH", "MEDIUM": "MEDIUM", "CONTESTED": "contested", "REJECTED": "rejected"}
SIDES = {"approve": ("approve", "strongly_approve"), "reject": ("reject", "strongly_reject"),
         "strongly approve": ("strongly_approve",), "strongly reject": ("strongly_reject",)}  # fmt: skip
ALIKE = {
    "approves": "approve", "approved": "approve", "rejects": "reject", "are": "is", "was": "is", "were": "is",
    "claim": "claims", "no": "0", "every": "all",
}  # fmt: skip


def plainly(text: str) -> str:
    """The sentence in one number and tense, so that the list of the true ones may be short."""
    said = re.sub(r"; (?:and|but)\b", ";", re.sub(r" (?:voter|member)s?\b", "", text.removesuffix(".")))
    said = " ".join(ALIKE.get(word, word) for word in said.split())
    return re.sub(r"(^|: )((?:\d|all)+(?: \d)?(?: strongly)?) rejected", r"\1\2 reject", said)


@cache
def true_of(name: str) -> frozenset[str]:
    """All that is true of a council in those patterns: counted from its votes as they are written, by no form."""
    here = READ[name]
    ids = {f"[claim-{at:02d}]": one for at, one in enumerate(here["claims"], start=1)}
    tier = {f"[{tally.claim}]": SAID_OF[tally.tier] for tally in council(name).tiers.claims}
    level = {"2": "strongly approve", "1": "approve", "0": "neutral", "a": "reject", "b": "strongly reject", "-": ""}
    true: set[str] = {f"The council voted on {len(ids)} claims."}
    for word in SAID_OF.values():
        some = [one for one in ids if tier[one] == word]
        true.add(f"{len(some)} claims are {word}.")
        if len(some) == 2:
            true |= {f"2 claims are {word}: {a} and {b}." for a, b in product(some, some) if a != b}
        if len(some) == 1:
            true.add(f"1 claim is {word}: {some[0]}.")
    for one, entry in ids.items():
        true.add(f"{one} is {tier[one]}.")
        for said in SIDES:
            side = said.removeprefix("strongly ")
            many = sum(level[v] == said or (said == side and level[v] == f"strongly {side}") for v in entry["votes"])
            sides = [sum(level[v].endswith(one_side) for v in entry["votes"]) for one_side in ("approve", "reject")]
            if 0 not in sides:
                continue  # whoever counts one side that has votes counts the other one that has some
            everybody = len(entry["votes"]) + here.get("silent", 0)
            for number in (f"{many} voters", *(("all voters", f"all {many} voters") if many == everybody else ())):
                if tier[one] != "contested":
                    true.add(f"{one} is {tier[one]}: {number} {said}.")
                if tier[one] in ("HIGH", "MEDIUM"):
                    true.add(f"{number} {said} {one}.")
        for other in ids:
            true |= {f"{one} is {tier[one]}{joint} {other} is {tier[other]}." for joint in (";", ", but", ", and")}
            if other != one and tier[one] == tier[other]:
                true.add(f"{one} and {other} are {tier[one]}.")
    return frozenset(true)


@cache
def plain_of(name: str) -> frozenset[str]:
    return frozenset(map(plainly, true_of(name)))


VOCABULARY = (
    "HIGH", "MEDIUM", "contested", "rejected", "[claim-01]", "[claim-02]", "[claim-03]", "[claim-04]", "0", "1", "2",
    "3", "4", "5", "approve", "reject", "strongly", "not", "no", "all", "few", "nearly", "hardly", "is", "was", "are",
    "and", "but", "or", "because", "if", "voters", "claims", "members", "council", "The", "risk", "only",
)  # fmt: skip


def mutated() -> Iterator[tuple[str, str]]:
    """A true sentence with a word exchanged, put in or left out."""
    for name in READ:
        some = sorted(true_of(name))
        for at, text in enumerate(Random(name).sample(some, min(20, len(some)))):
            words = text.removesuffix(".").split()
            chance = Random(f"{name} {at}")
            for place in range(len(words)):
                tail = words[place][-1] if words[place][-1] in ",;:" else ""
                for word in chance.sample(VOCABULARY, 9):
                    yield name, " ".join([*words[:place], f"{word}{tail}", *words[place + 1 :]])
                    yield name, " ".join([*words[:place], word, *words[place:]])
                yield name, " ".join([*words[:place], *words[place + 1 :]])


def test_what_it_is_made_of_stands() -> None:
    """Else nothing were shown by the changed ones."""
    lost = [(name, text) for name in READ for text in true_of(name) if council(name).held(text).reasons]
    assert lost == []


def test_a_changed_sentence_stands_only_if_the_second_list_has_it() -> None:
    made = list(dict.fromkeys(mutated()))
    assert len(made) > 3_000
    wrong = [
        (name, text)
        for name, text in made
        if plainly(text) not in plain_of(name) and not council(name).held(f"{text}.").reasons
    ]
    assert wrong == []


def test_two_claims_of_the_same_words_are_named_by_their_ids_alone() -> None:
    here = council("costs")
    twice = replace(
        here, claims=(*here.claims[:2], replace(here.claims[2], text="sell the second office"), *here.claims[3:])
    )
    assert twice.held("“Sell the second office” is HIGH.").reasons
    assert twice.held("[claim-02] is HIGH.").reasons == ()


LISTS = " and ".join(["5 voters approve", "5 approve, 5 approve"] * 6) + ". "
"""Very many ways to read it, none of which holds."""


PIECES = ("and ", "[claim-01] is HIGH; ", "[claim-01], ", "“", "all 5 voters approve, ", LISTS)


def test_a_claim_under_the_heading_of_another_tier_is_told_with_its_own() -> None:
    here = council("costs")
    for text, stands in (
        ("[claim-03] is MEDIUM.", True),
        ("[claim-03] has a mean of 0.40.", False),
        ("3 voters approve [claim-03].", False),
    ):
        report = f"## High-confidence findings\n\n{text}\r\n"
        assert (not audit(report, here.question, here.claims, here.tiers).struck) == stands, text


@pytest.mark.parametrize("name", [*READ, "example"])
def test_what_scripted_editors_write_stands(name: str) -> None:
    here = example_council() if name == "example" else council(name)
    prompt = SimpleNamespace(texts=[], told=listing(here.claims, here.tiers))
    wrote = report_form(SimpleNamespace(prompt=prompt))  # type: ignore[arg-type]
    for part in wrote["summary"]:
        assert here.held(part["text"]).reasons == ()
    for note in wrote["notes"]:
        assert here.held(note["text"], note["claim"]).reasons == ()
    for form in ("prose", "list"):
        told = scripted(SimpleNamespace(form=form), prompt, Lot("", name))  # type: ignore[arg-type]
        found = audit(told, here.question, here.claims, here.tiers)
        lost = [fault.says for strike in found.struck for fault in strike.faults]
        assert lost in ([], [UNKNOWN]), told  # `Every claim was voted on.`, where the prompt tells no number


FIVE_VOTED = (
    ("22211", "3 voters strongly approve [claim-01] and 5 approve [claim-01]."),
    ("22211", "5 voters approve [claim-01] and 5 approve [claim-01]."),
    ("22aab", "[claim-01] is contested: 2 voters strongly approve and 1 strongly rejects."),
    ("22aab", "[claim-01] is contested: 2 voters approve and nobody rejects."),
    ("2aabb", "[claim-01] is rejected: 1 voter strongly approves."),
    ("22211", "[claim-01] was HIGH."),
)
"""How five voted, and what is not said of it."""


def bridge(votes: str) -> Council:
    return council_of("What now?", [{"text": "Widen the bridge.", "kind": "recommendation", "votes": votes}])


@pytest.mark.parametrize(("votes", "text"), FIVE_VOTED)
def test_no_side_is_counted_twice_and_none_alone(votes: str, text: str) -> None:
    assert bridge(votes).held(text).reasons


def test_what_an_editor_calls_a_claim_reaches_nobody() -> None:
    """It would stand among the program's own words."""
    of, lie = bridge("22211"), "All 5 voters reject claim-01. Nothing"
    form = ReportForm(
        summary=(SummaryPart(text="[claim-01] is HIGH.", claims=(lie,)),), notes=(ClaimNote(claim=lie, text="So."),)
    )
    found = held(form, of.question, of.claims, of.tiers)
    assert len(found.reasons) == 2
    assert not any("reject" in said for said in (*found.reasons, *found.summary, *found.notes.values()))


def test_how_many_claims_are_of_a_tier_is_not_said_while_votes_are_missing() -> None:
    of = bridge("22211")
    assert not of.held("No claims are contested.").reasons
    could = replace(of.tiers.claims[0], missing=1, could_be={"MEDIUM": ("strongly_reject",)})
    less = replace(of.tiers, claims=(could, *of.tiers.claims[1:]))
    assert replace(of, tiers=less).held("No claims are contested.").reasons


def test_those_who_voted_are_not_counted_of_themselves() -> None:
    entries = [{"text": "Widen the bridge.", "kind": "recommendation", "votes": "2221"}]
    of = council_of("What now?", entries, silent=1)
    assert of.held("4 of 4 voters voted.").reasons
    assert not of.held("4 of 5 members voted.").reasons


def test_a_section_name_that_a_paragraph_goes_on_with_is_read_with_it() -> None:
    of = bridge("22211")
    text = "## High-confidence findings\n\n“Widen the bridge.” [claim-01]\nRejected\n"
    assert audit(text, of.question, of.claims, of.tiers).struck
