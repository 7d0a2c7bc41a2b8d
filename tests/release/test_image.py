"""Test that Dockerfile and compose file are correct. Their steps are run by `python -m shipping.image`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml
from shipping import image

ROOT = Path(__file__).parents[2]
STAGES = image.stages_of((ROOT / "Dockerfile").read_text())
LAST = STAGES[-1]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["moot"]


def test_the_image_is_built_apart_and_run_without_rights() -> None:
    assert len(STAGES) == 2
    assert not [step for step in LAST.steps if step.does == "COPY" and not step.says.startswith("--from=build ")]
    user, group = LAST.last("USER").split(":")
    assert int(user) > 0
    assert int(group) > 0
    assert LAST.last("VOLUME") == "/data"
    assert f"install -d -o {user} -g {group} -m 700 /data" in LAST.last("RUN")
    assert [*json.loads(LAST.last("ENTRYPOINT")), *json.loads(LAST.last("CMD"))] == ["moot", "serve"]
    assert "/api/health" in json.loads(LAST.last("HEALTHCHECK").partition("CMD ")[2])[2]
    assert not re.search(r"TOKEN=|KEY=", (ROOT / "Dockerfile").read_text())


def test_what_is_copied_is_let_through() -> None:
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [
        name
        for stage in STAGES
        for step in stage.steps
        if step.does == "COPY" and not step.says.startswith("--from=")
        for name in step.says.split()[:-1]
    ]
    assert set(copied) == set(kept)
    assert all((ROOT / name).exists() for name in copied)


def test_the_compose_file_lets_nobody_in_without_a_token() -> None:
    assert COMPOSE["ports"] == [f"127.0.0.1:{LAST.last('EXPOSE')}:{LAST.last('EXPOSE')}"]
    assert COMPOSE["environment"]["MOOT_AUTH_TOKEN"].startswith("${MOOT_AUTH_TOKEN:?")
    assert COMPOSE["volumes"] == [f"moot:{LAST.last('VOLUME')}"]
    assert COMPOSE["read_only"] is True
    assert COMPOSE["cap_drop"] == ["ALL"]
