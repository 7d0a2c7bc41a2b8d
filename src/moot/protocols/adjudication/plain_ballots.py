"""Replace the private labels of a reader's sheet in the texts of its ballot.

Labels are drawn for one reader and mean nothing to the next. They occur in no judged text, so only the reader's own
wording changes, never a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from moot.vocabulary.ballots import Ballot

B = TypeVar("B", bound=Ballot)


def without_labels(ballot: B, names: Mapping[str, str]) -> B:
    """Return the ballot with every label in its texts replaced by its name."""
    if not names:
        return ballot
    # Linear: alternatives of a fixed length between two single-character look-arounds.
    labels = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, names))})(?![^\W_])")

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return labels.sub(lambda found: names[found.group()], value)
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value

    return msgspec.convert(plain(msgspec.to_builtins(ballot)), type(ballot))
