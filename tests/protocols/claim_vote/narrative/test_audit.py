"""The audit against narratives that are true and narratives that are not:
`tests/protocols/claim_vote/narrative/narratives/`.

Every untrue narrative is a true one with something changed in it, so that what is found is the change.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from cases import in_turn
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.claim_tally import tiers_from
from moot.protocols.claim_vote.findings import Claim, ClaimTally, Fault, TierBounds, Tiers
from moot.protocols.claim_vote.narrative.audit import audit
from moot.protocols.claim_vote.narrative.holding import HIDDEN, UNKNOWN, UNQUOTED, known
from moot.protocols.claim_vote.narrative.signs import sentences_in, signs_in
from moot.protocols.claim_vote.narrative.template import template_of
from moot.protocols.claim_vote.narrative.text import laid_out
from moot.protocols.claim_vote.tiers import counts_of, cut_at, mean_of, sd_of, tier_of
from moot.tally.lexicon import reads_as_english

HERE = Path(__file__).parent / "narratives"
ASKED = sorted((HERE / "asked").glob("*.md"))
"""Written as the prompt asks for it."""
TRUE = sorted((HERE / "true").glob("*.md"))
"""Written in an editor's own words: true, and struck for the most part, since nobody can tell those by rule from words
that mislead. Nothing in them may be said to be untrue."""
NO_VERDICT = (UNKNOWN, UNQUOTED, HIDDEN.partition("{")[0], "It does not say of which one claim", "It names claim-")
"""How the reasons begin that say of a sentence no more than that it cannot be held against the votes."""
STRUCK_OF_TRUE = 0.95


@cache
def council() -> tuple[str, tuple[Claim, ...], Tiers]:
    read: dict[str, Any] = tomllib.loads((HERE / "council.toml").read_text())
    claims, tallies = [], []
    cut = cut_at(TierBounds())
    for number, entry in enumerate(read["claims"], start=1):
        claims.append(Claim(id=f"claim-{number:02d}", text=entry["text"], kind=entry["kind"], spans=()))
        counts = counts_of(entry["votes"])
        tallies.append(
            ClaimTally(
                claim=claims[-1].id, tier=tier_of(counts, cut), mean=mean_of(counts), sd=sd_of(counts),
                votes=sum(counts), counts=dict(zip(VOTE_LEVELS, counts, strict=True)), confidence=7.4,
                k=1,
            )
        )  # fmt: skip
    tiers = Tiers(claims=tuple(tallies), bounds=TierBounds(), voters=tuple(read["voters"]), alpha=0.61)
    return read["question"], tuple(claims), tiers


def faults_in(narrative: str) -> tuple[Fault, ...]:
    """What is held against a narrative. That code has to put a claim's own words in is held against nobody."""
    return tuple(fault for fault in audit(narrative, *council()).faults if fault.kind != "unquoted")


def test_the_council_is_what_the_narratives_say() -> None:
    tiers = [tally.tier for tally in council()[2].claims]
    assert [tiers.count(tier) for tier in ("HIGH", "MEDIUM", "CONTESTED", "REJECTED")] == [4, 3, 2, 3]


@pytest.mark.parametrize("file", ASKED, ids=lambda file: file.stem)
def test_a_narrative_as_the_prompt_asks_for_passes(file: Path) -> None:
    found = audit(file.read_text(), *council())
    assert [fault.says for fault in found.faults] == []


@pytest.mark.parametrize("file", TRUE, ids=lambda file: file.stem)
def test_what_is_true_in_other_words_is_struck_and_never_said_to_be_untrue(file: Path) -> None:
    found = audit(file.read_text(), *council())
    assert all(fault.says.startswith(NO_VERDICT) for strike in found.struck for fault in strike.faults)


def test_what_the_closed_list_costs_is_known() -> None:
    found = [audit(file.read_text(), *council()) for file in TRUE]
    assert sum(len(one.struck) for one in found) <= STRUCK_OF_TRUE * sum(one.sentences for one in found)


@cache
def untrue() -> list[Any]:
    read: dict[str, list[dict[str, str]]] = tomllib.loads((HERE / "untrue.toml").read_text())
    return [pytest.param(case, id=f"{kind}: {case['name']}") for kind, cases in read.items() for case in cases]


def test_there_are_enough_of_either() -> None:
    assert len(TRUE) >= 15
    assert len(untrue()) >= 60


@pytest.mark.slow
@in_turn("case", untrue())
def test_an_untrue_narrative_is_found_out(case: dict[str, str]) -> None:
    (base,) = (HERE / "true").glob(f"{case['base']}-*.md")
    true = base.read_text()
    assert case["was"] in true, "the case no longer fits its narrative"
    changed = true.replace(case["was"], case["is"])
    left_out = set(ID.findall(case["was"])) - set(ID.findall(case["is"]))
    put_in = {lack.claim for lack in audit(changed, *council()).lacking}
    # What is left out of a true sentence leaves a true one: then code puts the claim in.
    assert set(standing(changed)) <= set(standing(true)) or (left_out and left_out <= put_in)
    assert faults_in(changed)


def standing(narrative: str) -> list[str]:
    """The sentences of it that are not struck."""
    of = known(*council())
    struck = {strike.start for strike in audit(narrative, *council()).struck}
    found = []
    for block in laid_out(narrative).blocks:
        text = narrative[block.start : block.end]
        for signs in sentences_in(signs_in(text, of.names), text):
            if block.start + signs[0].start not in struck:
                found.append(text[signs[0].start : signs[-1].end])
    return found


ID = re.compile(r"claim-\d\d")
NUMBER = re.compile(r"(?<![\w.-])-?\d+\.\d+")


@pytest.mark.fast(4)
@pytest.mark.parametrize("file", ASKED, ids=lambda file: file.stem)
def test_whatever_decimal_is_changed_it_is_found(file: Path) -> None:
    true = file.read_text()
    for found in NUMBER.finditer(true):
        changed = f"{float(found.group()) + 0.37:.2f}"
        assert faults_in(true[: found.start()] + changed + true[found.end() :]), (found.group(), changed)


@pytest.mark.fast(4)
@pytest.mark.parametrize("file", ASKED, ids=lambda file: file.stem)
def test_whichever_claims_change_places_it_is_found(file: Path) -> None:
    """Two ids exchanged throughout, of claims in different tiers."""
    true = file.read_text()
    tiers = {tally.claim: tally.tier for tally in council()[2].claims}
    named = sorted(set(re.findall(r"claim-\d\d", true)))
    for one, other in combinations(named, 2):
        if tiers[one] != tiers[other]:
            assert faults_in(true.replace(one, "@").replace(other, one).replace("@", other)), (one, other)


@pytest.mark.fast(4)
@pytest.mark.parametrize("file", ASKED, ids=lambda file: file.stem)
def test_whatever_line_of_a_tier_is_left_out_it_is_found(file: Path) -> None:
    lines = file.read_text().split("\n")
    section = ""
    for at, line in enumerate(lines):
        words = line.strip("#*0123456789. ")
        if words in ("Summary", "High-confidence findings", "Contested", "Rejected", "Risks", "How the council voted"):
            section = words
        elif "claim-" in line and section not in ("Summary", "How the council voted"):
            assert faults_in("\n".join(lines[:at] + lines[at + 1 :])), line


@in_turn("seed", range(40))
def test_the_template_is_true_to_any_vote(seed: int) -> None:
    """Whatever the votes are, what code writes of them passes the audit that an editor must pass."""
    question, claims, _ = council()
    chance = Random(seed)
    claims = tuple(chance.sample(claims, chance.randrange(1, len(claims) + 1)))
    voters = [f"seat-{letter}" for letter in "abcdefg"[: chance.randrange(1, 8)]]
    lean = chance.choice([(1, 1, 1, 1, 1), (5, 4, 1, 0, 0), (0, 0, 1, 4, 5), (5, 0, 0, 0, 5)])
    ballots = {
        voter: ClaimVotes(
            votes={
                claim.id: ClaimVote(level=chance.choices(list(VOTE_LEVELS), lean)[0], confidence=5, reason="So.")
                for claim in claims
            }
        )
        for voter in voters
    }
    tiers = tiers_from([claim.id for claim in claims], ballots, TierBounds())
    found = audit(template_of(claims, tiers), question, claims, tiers).faults
    assert [f"{fault.kind}: {fault.says}" for fault in found] == []


SHAPES = (
    "a", " ", "a ", "a. ", "# ", "## Summary\n", "claim-01 ", "claims 1, 2, ", "[claim-01]. A", '"', "1.5 ", "- x\n",
    "| ", "⟨01⟩", "not ", "should ", "; ", "Split the invoice service out of the monolith first ",
)  # fmt: skip


ENGLISH = (
    "Set retry.max=3, full jitter. Drop dead-letter queue. Enable HSTS. p99 latency under 800 ms at 2k RPS.",
    "Pin numpy<2. Rotate keys every 24 h. Split read replicas per region. Cache TTL 60 s.",
    "Migrate writes. Run cutover, writes off. Test rollback. Limit pool size 20.",
)
OTHERS = (
    "Die Brücke aus Stein soll zuerst gebaut werden, weil das Hochwasser droht.",
    "Le service doit limiter les requêtes et garder un journal des erreurs dans la base.",
    "El servicio de pagos no debe usar Redis para los datos del cliente; se usa el cache de la tabla.",
    "Il servizio non deve usare Redis per i dati che sono nella cache del server.",
    "Il faut tester le cache, le log et la table des users par service.",
    "De server moet niet in de cache van het log zijn, met een limit op de data.",
    "Sillan rakentaminen kivest on ensin aloitettava koska tulva uhkaa kaupunkia.",
    "橋は石で先に造るべきである。",
)


@pytest.mark.parametrize("text", ENGLISH)
def test_terse_technical_english_is_english(text: str) -> None:
    assert reads_as_english(text)


@pytest.mark.parametrize("text", OTHERS)
def test_another_language_is_none(text: str) -> None:
    assert not reads_as_english(text)


def test_a_version_is_no_figure_of_the_tally() -> None:
    """It was read as a number, which it is not, and ended the audit."""
    (strike,) = audit("## Summary\n\nclaim-01 is HIGH since 1.2.3.", *council()).struck
    assert strike.faults[0].says == UNKNOWN


def test_markdown_in_a_claim_stands_in_the_template_as_words() -> None:
    _, claims, tiers = council()
    odd = "**It** costs [nothing](https://example.org), `rm` it, and <b>now</b>"
    said = template_of([replace(claim, text=odd) for claim in claims], tiers)
    inner = {child.type for token in MarkdownIt("commonmark").parse(said) for child in token.children or ()}
    assert inner <= {"text", "text_special", "softbreak"}, inner
