"""Registry of the kinds of ballots and findings: those any protocol may use, and each protocol's own.

A protocol declares its own in `@protocol(ballots=…, words=…, findings=…)`; the registry adds them here when it loads
the protocol.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from moot.errors import ProtocolWrong
from moot.protocols import selective
from moot.protocols.agreement import ballots as agreement_ballots
from moot.protocols.agreement import words as agreement_words
from moot.protocols.checks import findings as checks
from moot.protocols.grading import findings as grading
from moot.reading.ballot_kind import BallotKind
from moot.reading.rankings.ballot import RankingKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.findings import Finding
from moot.vocabulary.words import leads as words
from moot.vocabulary.words.headings import Heading, Names

BallotWords = Callable[[Any, Names], Sequence[str]]
"""Type of functions that format ballots of one class as lines: the decision first, then each remark."""


ANY = ""
"""Value used instead of a protocol's name for ballots and findings that any protocol may use."""


OURS: Mapping[str, tuple[str, str]] = {
    "consensus": (
        "arbitration pick placement reply",
        "answer-clusters answer-groups elimination parts rounds",
    ),
    "adjudication": (
        "axis-calls finding-labels flip-call label-check merged-list positions rebuttals reply-label",
        "adjudicator-agreement axis-scores compared flips labels measures rebuttals-made reply-scores revisions",
    ),
    "claim-vote": (
        "claim-drafts claim-relations claim-votes prose-check report-prose reviews search-plan",
        "claim-answer claim-list control-claims prose-audit review-round tiers",
    ),
    "criteria": ("criterion", ""),
    "debate": ("opinion-scores stances", "alliances awards deeds roles scoreboard topic"),
}
"""Tags of the ballots and of the findings of each built-in protocol.

The tags are reserved before the protocol is loaded, because a package loaded earlier could otherwise use them.
`tests/protocols/packages/test_kinds.py` compares this with the declarations.
"""
RESERVED: Mapping[tuple[type[Ballot] | type[Finding], str], str] = {
    **{(Ballot, tag): protocol for protocol, (ballots, _) in OURS.items() for tag in ballots.split()},
    **{(Finding, tag): protocol for protocol, (_, findings) in OURS.items() for tag in findings.split()},
}
"""Name of the built-in protocol that owns each tag."""


class Kinds:
    """Registry of the classes of ballots and findings (computed results) that can be read, each with its tag and its
    protocol."""

    def __init__(self) -> None:
        self.ballots: dict[type[Ballot], BallotKind] = {}
        self.words: dict[type[Ballot], BallotWords] = {}
        self.findings: dict[type[Finding], Heading] = {}
        self.decoders: dict[tuple[type[Ballot] | type[Finding], str], msgspec.json.Decoder[Any]] = {}
        self._brought_by: dict[tuple[type[Ballot] | type[Finding], str], str] = {}
        self._joined: set[str] = set()
        self._lock = threading.Lock()
        self.join(
            ANY,
            (RankingKind(), *agreement_ballots.KINDS, *checks.KINDS, *grading.KINDS, *selective.KINDS),
            {**words.BALLOTS, **agreement_words.BALLOTS, **checks.BALLOTS, **grading.BALLOTS, **selective.BALLOTS},
            {**words.FINDINGS, **agreement_words.FINDINGS, **checks.FINDINGS, **grading.FINDINGS, **selective.FINDINGS},
        )

    def brought_by(self, base: type[Ballot] | type[Finding], tag: str) -> str:
        """Return the protocol that adds the ballot or finding with this tag; empty if any protocol may use it."""
        return self._brought_by[base, tag]

    def join(
        self,
        protocol: str,
        ballots: Sequence[BallotKind],
        said: Mapping[type[Ballot], BallotWords],
        findings: Mapping[type[Finding], Heading],
    ) -> None:
        """Register all ballots and findings of a protocol. If one is invalid, register none of them.

        `said` formats each class of ballot.
        """
        if protocol in self._joined:
            return
        brought: list[tuple[type[Ballot] | type[Finding], type[Any]]] = [
            *((Ballot, each.ballot) for each in ballots),
            *((Finding, each) for each in findings),
        ]
        # Make the decoders under a lock and before anything is read: two threads that make decoders of the same structs
        # at once crash Python (msgspec keeps half of its type information where the other thread finds it).
        with self._lock:
            if protocol in self._joined:
                return
            for ballot in {each.ballot for each in ballots} ^ set(said):
                raise ProtocolWrong(
                    f"The protocol {protocol!r} brings the ballot {ballot.__name__} without "
                    f"{'words for it' if ballot not in said else 'a way to read it'}.",
                    "Name it in both: `@protocol(ballots=…, words=…)`.",
                )
            if protocol != ANY and protocol not in OURS:  # built-in ones are checked by a test, as that takes a while
                for form in ballots:
                    _must_fit(protocol, form)
            for kind, heading in findings.items():
                if not _is_heading(heading):
                    raise ProtocolWrong(
                        f"The protocol {protocol!r} brings {kind.__name__} without a heading that can be shown.",
                        "Name a `Heading` with a title and a function for its words in `@protocol(findings=…)`.",
                    )
            for base, each in brought:
                tag = each.__struct_config__.tag
                if not issubclass(each, base) or not isinstance(tag, str):
                    raise ProtocolWrong(
                        f"The protocol {protocol!r} brings {each.__name__}, which is no {base.__name__.lower()} with a "
                        "tag.",
                        f"Derive it: `class {each.__name__}({base.__name__}, frozen=True, kw_only=True, tag=…)`.",
                    )
                owner = self._brought_by.get((base, tag), RESERVED.get((base, tag), protocol))
                if owner != protocol:
                    raise ProtocolWrong(
                        f"The protocol {protocol!r} brings a {base.__name__.lower()} with the tag {tag!r}, which "
                        f"{'every protocol' if owner == ANY else f'the protocol {owner!r}'} has.",
                        "Give it a tag of its own.",
                    )
            for base, each in brought:
                tag = str(each.__struct_config__.tag)
                self.decoders[base, tag] = msgspec.json.Decoder(each)
                self._brought_by[base, tag] = protocol
            self.ballots.update({each.ballot: each for each in ballots})
            self.words.update(said)
            self.findings.update(findings)
            self._joined.add(protocol)


def _must_fit(protocol: str, form: BallotKind) -> None:
    """Raise if no ballot could be read from this form, because every ballot of a session would then be spoiled."""
    try:
        why = form.misfit()
    except Exception as error:  # its fields may be any package's code
        why = f"{type(error).__name__}: {error}"
    if why:
        raise ProtocolWrong(
            f"The protocol {protocol!r} brings a form that does not fit the ballot {form.ballot.__name__}: {why}.",
            'Give it a `Field` for each member of the ballot: `FormKind(Vote, {"why": Words(), …})`.',
        )


def _is_heading(heading: object) -> bool:
    """Return whether a value is a valid `Heading` under which a finding can be shown."""
    if not isinstance(heading, Heading) or not isinstance(heading.title, str) or not heading.title.strip():
        return False
    others = (heading.people, heading.alone, heading.brief)
    return callable(heading.words) and all(each is None or callable(each) for each in others)


JOINED = Kinds()
"""Registry of the ballots and findings in this process."""
