"""Verify a transcript by its seal, its signature and a replay.

The *seal* proves that it is unchanged since it was exported, the *signature* who exported it, and the *replay* that the
verdict follows from the ballots, the ballots from the texts, and each prompt from earlier events. A file without a seal
is unsealed, one of another program cannot be replayed: both are reported, and neither counts as success.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from moot.egress.signing import MISSING, signature_holds
from moot.errors import Conflict, MootError
from moot.exports.session_files import events_from_jsonl, strays
from moot.floor.replay_drift import Divergence
from moot.floor.verdicts import is_taken_over
from moot.protocols import registry
from moot.sessions.amounts import count
from moot.sessions.replay import ReplayCounts, Trace, apart, traced
from moot.transcripts.seals import SealCheck, Sealed, seal_in, signable
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import Event, SessionOpened, VerdictReached

Signature = Literal["own", "known", "unknown", "wrong", "unread", "unsigned"]
Follows = Literal["follows", "partly", "diverges", "drifted", "unverifiable"]
Conclusion = Literal["well", "changed", "diverges", "unreadable", "unknown_signer", "unsealed"]
WORST: tuple[Conclusion, ...] = ("changed", "diverges", "unreadable", "unknown_signer", "unsealed", "well")
"""Conclusions of a check, the worst first. The conclusion on a whole file is the worst conclusion on its sessions."""
AT_ONCE = 200_000
"""Maximum number of characters hashed without leaving the event loop."""
REMEDY = "Install the package that brings it, and verify again: nothing else shows whether its verdict follows."
MOST_TOLD = 50
"""Maximum number of differences that are listed. Further differences are only counted."""


class VerifyResult(ReplayCounts, frozen=True, kw_only=True):
    """Result of checking a transcript: its seal (a digest of all lines), its signature, and a replay of its events."""

    session: str = ""
    """Id of the session; empty if the file cannot be read."""
    events: int = 0
    """Number of events in the file."""
    conclusion: Conclusion
    """The worst result of the check; `well` if all is well."""
    seal: Sealed = "unsealed"
    """Result of checking the seal: `whole`, `changed` or `unsealed`."""
    wrong: tuple[str, ...] = ()
    """How the file differs from its seal, or why it cannot be read; one sentence each."""
    signature: Signature = "unsigned"
    """Result of checking the signature. `own`: by this installation's key. `known`: by a given key. `unknown`: by
    another key. `wrong`: not made with the stated key. `unread`: not checked. `unsigned`: no signature.
    """
    signer: str = ""
    """The public key in the signature."""
    replay: Follows = "unverifiable"
    """Result of the replay. `follows`: everything that can be recomputed equals the record. `partly`: the same, but
    some prompts quote files that are not here. `diverges`: something differs. `drifted`: the session continued
    although prompts had changed, as a user chose. `unverifiable`: nothing can be recomputed, or the protocol is not
    installed.
    """
    verdict: bool = False
    """Whether the file contains a verdict."""
    digest: str = ""
    """Digest of the verdict, if there is one."""
    differences: tuple[Divergence, ...] = ()
    """The differences by event and field, at most fifty."""
    further: int = 0
    """Number of further differences."""
    says: tuple[str, ...] = ()
    """Sentences on the seal, the signature and the replay."""


Known = Mapping[str, str]
"""Owners of trusted public keys, by key."""


async def checked_text(
    text: str, files: Transcript | None = None, known: Known | None = None, *, signed: bool = False
) -> VerifyResult:
    """Check a transcript file's seal, its signature, and whether the verdict follows from a replay.

    Parsing and replaying run outside the event loop.

    Args:
        text: The file's content.
        files: Where attachments may be stored.
        known: Trusted public keys, and their owners.
        signed: Whether a signature by one of these keys is required.
    """
    found = seal_in(text) if len(text) < AT_ONCE else await asyncio.to_thread(seal_in, text)
    try:
        events = await asyncio.to_thread(events_from_jsonl, text)
        more = await asyncio.to_thread(strays, text, events)
    except MootError as error:
        conclusion: Conclusion = "changed" if found.state == "changed" else "unreadable"
        return VerifyResult(
            conclusion=conclusion, seal=found.state, wrong=(*found.wrong, error.message),
            session=found.seal.session if found.seal is not None else "", says=(*found.wrong, str(error)),
        )  # fmt: skip
    return await checked_events(events, files, found, known, signed=signed, more=more)


async def checked_events(
    events: Sequence[Event],
    files: Transcript | None = None,
    found: SealCheck | None = None,
    known: Known | None = None,
    *,
    signed: bool = False,
    more: Sequence[Divergence] = (),
) -> VerifyResult:
    """Check a transcript that has been parsed, outside the event loop.

    `files` is where attachments may be stored. The other arguments are those of `checked`.
    """
    return await apart(events, files, lambda shelf: checked(events, shelf, found, known, signed=signed, more=more))


async def checked(
    events: Sequence[Event],
    transcript: Transcript,
    found: SealCheck | None = None,
    known: Known | None = None,
    *,
    signed: bool = False,
    more: Sequence[Divergence] = (),
) -> VerifyResult:
    """Check a session's seal and signature, and whether its verdict follows from a replay of its events.

    Args:
        events: The events.
        transcript: Where the events and the attachments are stored.
        found: Result of checking the seal; `None` for a stored session, which has none.
        known: Trusted public keys, and their owners.
        signed: Whether a signature by one of these keys is required.
        more: Differences that were found when the file was parsed.
    """
    seal = found if found is not None else SealCheck(state="unsealed")
    signature, signer = _signature(seal, known or {})
    last = events[-1].body
    follows, trace = await _follows(events, transcript, more)
    conclusion: Conclusion = "well"
    if seal.state == "changed" or signature == "wrong":
        conclusion = "changed"
    elif follows in ("diverges", "drifted"):
        conclusion = "diverges"
    elif signature in ("unknown", "unread") or (signed and signature not in ("own", "known")):
        conclusion = "unknown_signer" if seal.state == "whole" else "unsealed"
    elif found is not None and (seal.state == "unsealed" or seal.without or follows == "unverifiable"):
        conclusion = "unsealed"
    elif follows == "unverifiable":
        conclusion = "unsealed" if _gone(events) else "diverges"
    return VerifyResult(
        prompts=trace.prompts,
        unread=trace.unread,
        ballots=trace.ballots,
        findings=trace.findings,
        session=events[0].session,
        events=len(events),
        conclusion=conclusion,
        seal=seal.state,
        wrong=seal.wrong,
        signature=signature,
        signer=signer,
        replay=follows,
        verdict=isinstance(last, VerdictReached),
        digest=last.digest if isinstance(last, VerdictReached) else "",
        differences=trace.differences[:MOST_TOLD],
        further=max(0, len(trace.differences) - MOST_TOLD),
        says=(
            *((_seal_says(seal), _signature_says(signature, signer)) if found is not None else ()),
            _gone(events) or _replay_says(follows, trace, isinstance(last, VerdictReached)),
        ),
    )


def _signature(found: SealCheck, known: Known) -> tuple[Signature, str]:
    seal = found.seal
    if seal is None or not (seal.key or seal.signature):
        return "unsigned", ""
    holds = signature_holds(seal.key, seal.signature, signable(seal))
    if holds is None:
        return "unread", seal.key
    if not holds or found.state == "changed":
        return "wrong", seal.key
    return {"own": "own", "known": "known"}.get(known.get(seal.key, ""), "unknown"), seal.key  # type: ignore[return-value]


async def _follows(
    events: Sequence[Event], transcript: Transcript, more: Sequence[Divergence]
) -> tuple[Follows, Trace]:
    if is_taken_over(events) or _gone(events):
        return "unverifiable", Trace()
    trace = await traced(events, transcript)
    if more:
        trace = replace(trace, differences=(*trace.differences, *more))
    if trace.differences:
        return "diverges", trace
    if trace.drifted:
        return "drifted", trace
    return ("partly" if trace.unread else "follows"), trace


def _gone(events: Sequence[Event]) -> str:
    """Return a note if the session's protocol is not installed: it cannot be run again, so it is neither confirmed nor
    refuted."""
    opened = events[0].body
    if not isinstance(opened, SessionOpened):
        return ""
    try:
        registry.held_by(opened.protocol, events)
    except Conflict as error:
        return f"It cannot be replayed here. {error.message} {REMEDY}"
    except MootError:  # a broken package is reported where the session is run again
        return ""
    return ""


def _seal_says(found: SealCheck) -> str:
    gone = f" Its archive says that it is without {', '.join(found.without)[:500]}; no seal covers that."
    return _state_says(found) + (gone if found.without else "")


def _state_says(found: SealCheck) -> str:
    if found.state == "whole":
        return "Unchanged since it was exported."
    if found.state == "changed":
        return "Changed after it was exported. " + " ".join(found.wrong)
    return "Unsealed: nobody can tell whether it was changed since it was exported."


def _signature_says(signature: Signature, signer: str) -> str:
    return {
        "own": "Exported by this installation.",
        "known": f"Exported by the holder of {signer}.",
        "unknown": f"Signed with {signer}, a key that is not known here: that it was exported by whom you think is not "
        "shown. Name the key with `--key`, or in the setting `signers`, if you know whose it is.",
        "wrong": f"The signature it bears is not one of {signer or 'any key'} under what stands here.",
        "unread": f"Signed with {signer}, which was not checked. {MISSING}",
        "unsigned": "Not signed: whoever changes it can seal it again.",
    }[signature]


def _replay_says(follows: Follows, trace: Trace, verdict: bool) -> str:
    counted = (
        f"{count(trace.prompts, 'prompt')}, {count(trace.ballots, 'ballot')} and {count(trace.findings, 'finding')} "
        "were made again; nobody was asked."
    )
    what = (
        "The verdict follows from the ballots" if verdict else "It ended without a verdict, and what it holds follows"
    )
    if follows == "unverifiable":
        return "Taken over from another program's records: nothing in it can be made again, so nothing is shown."
    if follows == "diverges":
        more = len(trace.differences) - 1
        return (
            f"It does not follow, as this version of Moot deliberates. {trace.differences[0]}"
            + (f" {count(more, 'further difference')}." if more else "")
            + " What was recorded by another version may ask in other words; anything else was changed."
        )
    if follows == "drifted":
        return (
            f"It went on although {count(len(trace.drifted), 'move')} had been asked otherwise, as somebody chose: "
            f"{', '.join(trace.drifted[:3])}{', …' if len(trace.drifted) > 3 else ''}. The rest follows."
        )
    if follows == "partly":
        return (
            f"{what}: {counted} {count(trace.unread, 'prompt')} could not be made again, because files that came with "
            "the question are not here."
        )
    return f"{what}: {counted}"
