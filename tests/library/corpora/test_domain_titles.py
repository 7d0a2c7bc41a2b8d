"""Are domains written as people write them?"""

from __future__ import annotations

import pytest

from moot.library.corpora.domain_titles import domain_title


@pytest.mark.parametrize(
    ("name", "title"),
    [("ai_governance", "AI governance"), ("c", "C"), ("javascript", "JavaScript"), ("sea-and-space", "Sea and space")],
)
def test_a_name_becomes_a_title(name: str, title: str) -> None:
    assert domain_title(name) == title


@pytest.mark.parametrize("name", ["EU law", "tax law", "ÖPNV", ""])
def test_what_somebody_wrote_for_readers_stays(name: str) -> None:
    assert domain_title(name) == name
