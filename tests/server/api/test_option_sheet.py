"""Test that a form gets each option's default, also the one for watched sessions."""

from __future__ import annotations

from moot.protocols import registry
from moot.server.api.shelf import option_sheet


def test_what_is_usual_where_somebody_watches_stands_with_the_option() -> None:
    fields = option_sheet(registry.find("peer-review").options)["properties"]
    assert (fields["agreement"]["default"], fields["agreement"]["x-watched"]) == (False, True)
    assert [name for name, field in fields.items() if "x-watched" in field] == ["agreement"]
    debate = option_sheet(registry.find("debate").options)["properties"]
    assert not any("x-watched" in field for field in debate.values())
