"""Test that a package with a broken protocol removes nothing but its own."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from moot.errors import ProtocolWrong
from moot.protocols import installed, registry
from moot.protocols.files import Files
from moot.protocols.kinds import Kinds
from moot.sessions.opening import options_from, refuse_idle

BROKEN = {
    "raises": "raise RuntimeError('cannot begin')",
    "leaves": "import sys; sys.exit(3)",
    "lacks": "import no_such_package_here",
    "no-python": "def (",
    "empty": "",
    "other": "THING = 3",
}


@pytest.fixture
def points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for name, text in BROKEN.items():
        module = f"broken_{name.replace('-', '_')}"
        (tmp_path / f"{module}.py").write_text(text)
        made.append(EntryPoint(name, f"{module}:THING", "moot.protocols"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(installed, "entry_points", lambda group: [p for p in made if p.group == group])


def test_what_is_broken_is_named_and_hides_nothing(points: None) -> None:
    found, troubles = registry.loaded()
    assert [each.name for each in found] == list(registry.OURS)
    assert len(troubles) == len(BROKEN)
    for name in BROKEN:
        with pytest.raises(ProtocolWrong) as told:
            registry.find(name)
        assert told.value.message in troubles
    assert any("cannot begin" in trouble for trouble in troubles)
    assert registry.find("peer-review").name == "peer-review"


NAMED = """
from moot.protocols.public import Ballot, Finding, Heading, Floor, Options, Verdict, PromptTemplate, protocol

class Heard(Finding, frozen=True, kw_only=True, tag="heard-{name}"):
    pass

class MyOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass

@protocol(name="{name}", title="One", stages=("one",), findings={{Heard: Heading("Heard", lambda found, names: ["x"])}})
async def THING(floor: Floor, options: MyOptions) -> Verdict:
    \"\"\"One.\"\"\"
    return await floor.withhold("nothing")
"""


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("no_such_module_here:TABLE", "No module"),
        ("{module}:ABSENT", "ABSENT"),
        ("{module}", "cannot be read"),
        ("{module}:WRONG", "cannot be read"),
        ("{module}_raises:TABLE", "cannot begin"),
    ],
)
@pytest.mark.parametrize("part", ["past", "files"])
def test_what_a_protocol_brings_and_cannot_be_read_is_named_and_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, place: str, why: str
) -> None:
    monkeypatch.setattr(registry, "JOINED", Kinds())
    name, module = "odd", f"odd_{part}_{len(place)}"
    place = place.format(module=module)
    text = NAMED.format(name=name).replace("@protocol(", f"@protocol({part}={place!r}, ") + "\nWRONG = (3,)\n"
    (tmp_path / f"{module}.py").write_text(text)
    (tmp_path / f"{module}_raises.py").write_text("raise RuntimeError('cannot begin')")
    monkeypatch.syspath_prepend(tmp_path)
    before = len(registry.pasts())
    point = EntryPoint(name, f"{module}:THING", "moot.protocols")
    monkeypatch.setattr(installed, "entry_points", lambda group: [point])
    (told,) = registry.troubles()
    assert all(word in told for word in (repr(name), part, place, why)), told
    assert name in {each.name for each in registry.loaded().found}  # it can still deliberate
    assert len(registry.pasts()) == before
    assert registry.files_of(name) == Files()


def test_a_name_that_is_taken_is_told_and_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "JOINED", Kinds())
    for module in ("twice_one", "twice_two"):
        (tmp_path / f"{module}.py").write_text(NAMED.format(name="twice"))
    monkeypatch.syspath_prepend(tmp_path)
    points = [EntryPoint("twice", f"{module}:THING", registry.GROUP) for module in ("twice_one", "twice_two")]
    points += [EntryPoint("debate", "twice_two:THING", registry.GROUP)]
    monkeypatch.setattr(installed, "entry_points", lambda group: points)
    assert registry.names() == [*registry.OURS, "twice"]
    ours, other = registry.troubles()
    assert ours == "twice_two:THING is not used: the name 'debate' is one of Moot's own."
    assert other == "twice_two:THING is not used: the name 'twice' is that of twice_one:THING."


@pytest.mark.parametrize("fault", ["troubles", "idle", "preset_values", "plan"])
def test_a_fault_of_a_package_is_told_as_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr(registry, "JOINED", Kinds())
    text = NAMED.format(name="faulty")
    if fault == "plan":
        text = text.replace("@protocol(", "@protocol(plan=lambda seats, options, held: 1 / 0, ")
    else:
        text = text.replace("    pass\n\n@protocol", f"    def {fault}(self):\n        return 1 / 0\n\n@protocol")
    (tmp_path / f"faulty_{fault}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("faulty", f"faulty_{fault}:THING", registry.GROUP)
    monkeypatch.setattr(installed, "entry_points", lambda group: [point])
    found = registry.find("faulty")

    def asked() -> None:
        if fault == "plan":
            found.planned(3, found.options(), {})
        refuse_idle(found, options_from(found, {}, "a test"), {"quorum": 2})

    with pytest.raises(ProtocolWrong, match=r"'faulty' has a fault: ZeroDivisionError") as told:
        asked()
    assert "package" in told.value.remedy
