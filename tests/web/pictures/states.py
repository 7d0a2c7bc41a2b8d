"""States of the app: every page, every stage of every protocol, every end, everything that opens over them."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from rig.records.digests import true_text
from web.conftest import at_rest
from web.served import Served

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
PROTOCOLS = ("adjudication", "claim-vote", "consensus", "debate", "peer-review")
NO_SESSION = "/s/none"
VIEWS = ("result", "ballots", "watch", "transcript")
PAGES_ALONE = ("/", "/sessions", "/studies", "/compare", "/analytics", "/upkeep", "/usage", "/nowhere")
"""Every page that shows something without a session, and one that is not there; settings have the sections below."""
SECTIONS = ("endpoints", "councils", "rubrics", "searchers", "limits", "appearance", "data", "about")
OPENS = {"share": "Share", "export": "Export", "ask again": "Ask again with …"}
PRESSES = {"sheet": "?", "palette": "Control+k"}
PANELS = {
    "convene, who": 'main button:has-text("Who")', "convene, how": 'main button:has-text("How")',
    "convene, more": "main summary",
}  # fmt: skip
MANY = 'main label:has-text("Many questions")'
PAGES = {
    "an endpoint": "endpoints/openai", "a new endpoint": "endpoints/-new", "a council": "councils/rehearsal",
    "a new council": "councils/-new", "a rubric": "rubrics/stress-test", "a new rubric": "rubrics/-new?like=general",
    "no such rubric": "rubrics/none",
}  # fmt: skip
"""What lies below a section of the settings."""


FILLED = "main[aria-busy=true], main [aria-busy=true]"
"""A page that is still being filled; a session's says by other means what it waits for."""
DRAWN = "for (const part of document.querySelectorAll('[data-part]')) part.scrollIntoView()"
"""Parts further down a view are drawn when they are near."""
GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"


@dataclass(frozen=True)
class State:
    """One state: where it is, and what is done there."""

    name: str
    path: str
    click: str = ""
    """The button or tab that is clicked."""
    then: str = ""
    """What is clicked in what that opens."""
    press: str = ""
    """The key that is pressed."""
    pick: str = ""
    """What is picked from a list."""

    def show(self, page: Page, served: Served, *, loaded: bool = True) -> None:
        """Brings the page there: loads it, or goes there from another of the app's pages, as by a link."""
        if loaded:
            page.goto(served.url + self.path)
        else:
            page.evaluate(GO, self.path)
            at_rest(page)
        page.locator("main :is(h1, h2), main p").first.wait_for()
        if self.path.startswith("/s/") and self.path != NO_SESSION:
            page.get_by_test_id("view").locator(":is(h2, h3, p, li, table)").first.wait_for(state="attached")
        else:
            page.locator(FILLED).first.wait_for(state="detached")
        at_rest(page)
        if self.click:
            page.locator(self.click).first.click()
        if self.then:
            page.locator(self.then).first.click()
        if self.press:
            page.keyboard.press(self.press)
        if self.pick:
            option = f'option[value="{self.pick}"]'
            page.locator(f"main {option}").wait_for(state="attached")
            page.locator("main select", has=page.locator(option)).select_option(self.pick)
        if self.click or self.press:
            at_rest(page)


MANY_OF_A_SET = State("many questions of a set", "/", click=MANY, pick="two-sided")


def all_states(served: Served, *, standings: bool = True) -> list[State]:
    """All of them, with the sessions they show; those of standings take a dozen debates."""
    sessions = {protocol: served.finished(protocol) for protocol in PROTOCOLS}
    states = [State("convene", "/"), State("nothing here", "/nowhere"), State("sessions", "/sessions")]
    states += [State("upkeep", "/upkeep"), State("usage", "/usage"), State("usage of a year", "/usage?days=366")]
    states += [State(f"settings {name}", f"/settings/{name}") for name in SECTIONS]
    states += [State(name, f"/settings/{path}") for name, path in PAGES.items()]
    states += [State(name, "/", click=panel) for name, panel in PANELS.items()]
    states += [State("many questions", "/", click=MANY), MANY_OF_A_SET]
    states += [*(_standings(served) if standings else ()), *_studies(served), State("no session", NO_SESSION)]
    for protocol, session in sessions.items():
        states += [State(f"{protocol} {view}", f"/s/{session}/{view}") for view in VIEWS]
        for stage, t in _stages(served, session):
            views = ("watch", "transcript")
            states += [State(f"{protocol} {view} {stage}", f"/s/{session}/{view}?t={t / 1000:.3f}") for view in views]
    for name, session in (("failed", _failed(served)), ("stopped", _stopped(served)), ("withheld", _withheld(served))):
        states += [State(f"{name} {view}", f"/s/{session}/{view}") for view in VIEWS]
    pair = f"{sessions['peer-review']}/{sessions['debate']}"
    states += [State("compare", f"/compare/{pair}"), State("compare with", f"/compare/{sessions['debate']}")]
    states += [State("compare with one that is gone", f"/compare/{sessions['debate']}/none")]
    states += [State("compare, to be chosen", "/compare"), *_more(served, sessions["peer-review"])]
    debate = f"/s/{sessions['debate']}/watch"
    states += [State(f"show {name}", f"{debate}?{at}") for name, at in _beats(served, sessions["debate"]).items()]
    states += [State(name, debate, click=f'button[aria-label="{button}"]') for name, button in OPENS.items()]
    states += [State(name, debate, press=key) for name, key in PRESSES.items()]
    return states


def _more(served: Served, session: str) -> list[State]:
    """What another protocol, a conversation and a share look like."""
    fusion = served.finished("fusion")
    later = served.finished("peer-review", question="And in winter?", follows=session)
    token = served.api("POST", f"/api/sessions/{session}/shares", {})["token"]
    return [
        State("fusion result", f"/s/{fusion}/result"),
        State("follow-up", f"/s/{later}/result"),
        State("earlier questions", f"/s/{later}/result", click='section[aria-label^="Earlier"] summary'),
        State("shared", f"/share/{token}"),
    ]


def _standings(served: Served) -> list[State]:
    """Pages of standings, over enough debates of scripted voices for intervals, places and records."""
    for number in range(11):
        members = ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn", "rehearsal/dov"][: 4 - number % 2]
        served.finished("debate", council=None, members=members, question=f"Should bridge {number} be rebuilt?")
    ada, bo = (f"rehearsal%2F{name}" for name in ("ada", "bo"))
    return [
        State("standings", "/analytics?voices=scripted"),
        State("standings without models", "/analytics"),
        State("standings of a model", f"/analytics/model/{ada}"),
        State("standings of a pair", f"/analytics/pair/{ada}/{bo}"),
        State("hall of fame", "/analytics/fame?voices=scripted"),
    ]


STUDIED = """
[[arms]]
name = "base"
members = ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"{more}]
protocol = "adjudication"
[[arms]]
name = "reversed"
of = "base"
from = "refinement"
[arms.options]
reverse_rebuttals = true
"""
FAILS = """
[[arms]]
name = "two-members"
members = ["rehearsal/ada", "rehearsal/failing:2"]
protocol = "adjudication"
"""
ADD_ARM = 'main button:has-text("Add an arm")'
PARTS_OF_STUDIES = ("matrix", "models", "stability", "judges", "order")


def _studies(served: Served) -> list[State]:
    """Pages of studies: one that is whole, and one of which some failed and the rest is degraded."""
    questions = ["housing-1", "housing-2", "carbon-1", "privacy-1", "cloud-1"]
    whole = served.studied("whole", STUDIED.format(more=""), questions)
    failed = served.studied("failed", STUDIED.format(more=', "rehearsal/failing"') + FAILS, questions[:2])
    return [
        State("studies", "/studies"),
        State("study", f"/studies/{whole}"),
        *(State(f"study {part}", f"/studies/{whole}/{part}") for part in PARTS_OF_STUDIES),
        State("study, a new arm", f"/studies/{whole}", click=ADD_ARM),
        State(
            "study, another council",
            f"/studies/{whole}",
            click=ADD_ARM,
            then='dialog label:has-text("Another council")',
        ),
        State("study with failures", f"/studies/{failed}"),
        State("study with failures, matrix", f"/studies/{failed}/matrix"),
        State("no study", "/studies/none"),
    ]


def _stages(served: Served, session: str) -> list[tuple[str, float]]:
    """The stages and a moment within each."""
    events: list[dict[str, Any]] = served.api("GET", f"/api/sessions/{session}/events?after=0&limit=5000")["events"]
    entered = [(at, event["body"]["stage"]) for at, event in enumerate(events) if event["kind"] == "StageEntered"]
    ends = [at for at, _ in entered[1:]] + [len(events)]
    return [(stage, events[(2 * at + end) // 3]["t"]) for (at, stage), end in zip(entered, ends, strict=True)]


def _beats(served: Served, session: str) -> dict[str, str]:
    """Moments of a debate's show: where an event comes on, and so many seconds on from there."""
    events: list[dict[str, Any]] = served.api("GET", f"/api/sessions/{session}/events?after=0&limit=5000")["events"]
    at = {event["key"]: event["t"] / 1000 for event in events}
    first = next(key for key in at if key.startswith("review/") and key.endswith(":ballot"))
    wanted = {
        "roles": ("topic/roles", 0.5), "opinion": ("opinions/seat-a", 9), "review": (first, 2),
        "scores": ("review/scoreboard", 3), "sides": ("alliances/alliances", 1),
        "winner": ("verdict", 2), "badge": ("verdict", 5),
    }  # fmt: skip
    return {name: f"t={at[key]:.3f}&on={on}" for name, (key, on) in wanted.items() if key in at}


def _failed(served: Served) -> str:
    """A session all of whose members fail."""
    return served.finished("peer-review", council=None, members=["rehearsal/failing", "rehearsal/failing"])


def _stopped(served: Served) -> str:
    """A session that was stopped while one member was still writing."""
    session = served.ask("peer-review", council=None, members=["rehearsal/ada", "rehearsal/bo", "rehearsal/slow"])
    time.sleep(0.4)
    served.api("POST", f"/api/sessions/{session}/stop")
    return session


def _withheld(served: Served) -> str:
    """A session whose verdict is withheld: a stored one, with that as its end."""
    events = [json.loads(line) for line in (GOLDEN / "0.1.0-adjudication.jsonl").read_text("utf-8").splitlines()]
    events[-1]["body"]["verdict"] |= {"outcome": "inconclusive", "text": None}
    for event in events:
        event["session"] = "0" * 12 + "withheld"
    text = true_text("\n".join(map(json.dumps, events)) + "\n")
    return str(served.api("POST", "/api/sessions/import", {"text": text})["session"])
