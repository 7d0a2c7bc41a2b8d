"""Test that a person with a key and 400 models gets a council at the terminal, or a reason before any cost."""

from __future__ import annotations

from pathlib import Path

from world.accounts import sessions_in
from world.doors import at_terminal, json_at_terminal
from world.gateway import Gateway
from world.homes import furnished, gateway_at
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"


def asked(*arguments: str, code: int = 0) -> str:
    return at_terminal("ask", "--no-live", *arguments, code=code)


def test_the_default_council_is_four_makers_known_and_cheap(home: Path) -> None:
    with gateway_at(home, says=agreed) as up:
        told = json_at_terminal("councils", "default")
        asked(QUESTION)
        models = {each.model for each in up.books.answered}
    members = told["council"]["members"]
    makers = {member.split("/")[1] for member in members}
    assert len(members) == len(makers) == 4
    assert told["default"] == ""
    assert not any(
        word in each for each in members for word in ("embed", "image", "audio", "preview", ":free", "codex")
    )
    assert members != sorted(members)
    assert "the newest of each maker" in told["why"]
    assert models >= {member.partition("/")[2] for member in members}
    # Cents, not dollars: what the whole deliberation was billed.
    assert 0 < up.books.spent < 200_000_000


def test_who_names_models_is_charged_for_no_other_one(home: Path) -> None:
    """Not even for a chair; an adjudicator must be no member, and is named before the first call."""
    named = ("-m", "gpt-5-mini", "-m", "claude-haiku-4.5")
    with gateway_at(home, says=agreed) as up:
        told = asked(*named, QUESTION)
        models = {each.model for each in up.books.answered}
        ((_, state),) = sessions_in(home)
    chair = next(seat.model for seat in state.offices if seat.id == "chair")
    assert chair == state.seats[0].model
    assert len(models) == 2, models
    assert "the first of the members, takes it as well" in told


def test_a_missing_key_is_told_before_anything_is_asked(home: Path) -> None:
    with gateway_at(home) as up:
        members = ("-m", "openrouter/openai/gpt-5-mini:2")
        for office in (
            ("--chair", "openai/gpt-5.1"),
            ("--protocol", "adjudication", "--adjudicator", "openai/gpt-5.1"),
        ):
            told = asked(*members, *office, QUESTION, code=2)
            assert "openai/gpt-5.1: no key (OPENAI_API_KEY)." in told
            assert "Nothing was started." in told
            assert told.count("OPENAI_API_KEY).") == 1
            assert "openrouter/openai/gpt-5.1" in told
        assert not up.books.entries
    assert sessions_in(home) == []


def test_a_question_that_fits_nobody_is_told(home: Path) -> None:
    with gateway_at(home) as up:
        told = asked("-m", "openrouter/openai/gpt-4:2", "word " * 20_000, code=2)
        assert "it takes 8,191" in told
        assert not up.books.entries


def test_a_short_name_is_found_or_its_meanings_are_told(home: Path) -> None:
    with hosted(Gateway(says=agreed)) as router, hosted(Gateway(as_="openai", says=agreed)) as maker:
        furnished(home, router)
        asked("-m", "gpt-5-mini:2", "--chair", "claude-haiku-4.5", QUESTION)
        ((_, state),) = sessions_in(home)
        assert {seat.model for seat in state.seats} == {"openrouter/openai/gpt-5-mini"}
        assert any("gpt-5-mini was taken for" in note for note in state.notes)
        furnished(home, router, maker)
        # The maker's own endpoint lists it under this very name; where two routers do, both are told.
        assert "1  openai/gpt-5-mini: answered" in asked("-m", "gpt-5-mini:2", QUESTION)
        rows = (home / "endpoints.toml").read_text() + f'\n[other]\nurl = "{router.url}"\nprivate = true\n'
        (home / "endpoints.toml").write_text(rows)
        told = asked("-m", "claude-haiku-4.5:2", QUESTION, code=2)
        assert "could mean openrouter/anthropic/claude-haiku-4.5 or other/anthropic/claude-haiku-4.5" in told
        assert "Near it" in asked("-m", "gpt-5-minni:2", QUESTION, code=2)


def test_a_council_s_first_choice_that_is_gone_gives_way_with_a_note(home: Path) -> None:
    with gateway_at(home, says=agreed):
        (home / "councils").mkdir()
        (home / "councils" / "old.toml").write_text(
            'members = [["openrouter/openai/gpt-3-dead", "openrouter/openai/gpt-5-mini"], "openrouter/x-ai/grok-4"]\n'
            'chair = ["openrouter/nobody/none", "openrouter/anthropic/claude-haiku-4.5"]\n'
        )
        asked("--council", "old", QUESTION)
        dead = '["openrouter/openai/gpt-4.2-mini", "openrouter/x-ai/grok-4"]'
        (home / "councils" / "dead.toml").write_text(f"members = {dead}\n")
        told = at_terminal("councils", "check", "dead", code=1)
    ((_, state),) = sessions_in(home)
    assert "openrouter/openai/gpt-5-mini" in {seat.model for seat in state.seats}
    assert any("gpt-5-mini sits instead of openrouter/openai/gpt-3-dead" in note for note in state.notes)
    assert "openrouter/openai/gpt-4.2-mini most likely gave way to openrouter/openai/gpt-" in told
