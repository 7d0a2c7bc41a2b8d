"""Read a session's findings on code with planted bugs, each with the lines it names."""

from __future__ import annotations

from moot.exports.public import code_places, registry
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.stats.planted import PlantedTruth, ReportedFinding, ReviewedQuestion, Stretch
from moot.vocabulary.public import SessionState


def reviewed_in(state: SessionState, item: CorpusItem) -> ReviewedQuestion:
    """Return a question's key and the session's findings; an empty list differs from an unreadable one."""
    made = registry.files_of(state.protocol).outcome
    listed = made(state).listed if made is not None else None
    return ReviewedQuestion(
        question=item.id,
        planted=tuple(
            PlantedTruth(id=bug.id, severity=bug.severity, lines=_stretch(bug.file, bug.lines)) for bug in item.key
        ),
        decoys=tuple(_stretch(decoy.file, decoy.lines) for decoy in item.decoys),
        told=None
        if listed is None
        else tuple(
            ReportedFinding(
                text=each.text,
                places=tuple(
                    Stretch(file=place.file, first=place.first, last=place.last) for place in code_places(each.text)
                ),
            )
            for each in listed
        ),
        ruled=state.verdict is not None and state.verdict.text is not None,
    )


def _stretch(file: str, lines: tuple[int, int]) -> Stretch:
    return Stretch(file=file, first=lines[0], last=lines[1])
