"""Is the app in its reader's language? In German and Chinese none of its sentences is in English, and nothing too wide.

The sentences are those of the catalogues; what models write, names and questions may be in any language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rig.forking import Forking
from web.conftest import at_rest, entered, profile
from web.pictures.states import DRAWN, GO, PAGES_ALONE, PARTS_OF_STUDIES, SECTIONS, STUDIED, State
from web.served import Served

CATALOGUES = Path(__file__).parents[3] / "web" / "src" / "language" / "catalogues"
SHOWN = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) found.push(walk.currentNode.data.trim());
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) found.push(node.getAttribute(name) ?? "");
  return found.filter((words) => words !== "");
}"""
LANGUAGES = (("de-DE", "de", "Einstellungen"), ("zh-CN", "zh", "设置"))


def catalogue(name: str) -> dict[str, str]:
    """A catalogue as it is kept."""
    kept: dict[str, str] = json.loads((CATALOGUES / f"{name}.json").read_text(encoding="utf-8"))
    return kept


PROTOCOLS = ("peer-review", "consensus", "adjudication", "claim-vote", "debate", "fusion")
QUESTIONS = {name: f"与{at}？" for at, name in enumerate(PROTOCOLS)}
OWN = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const apart = walk.currentNode.parentElement.closest("script, style, code, kbd, [lang=''], [translate=no]");
    if (apart === null && walk.currentNode.data.trim() !== "") found.push(walk.currentNode.data.trim());
  }
  return [...new Set(found)];
}"""
"""The words that are the app's own: what models and people wrote has an empty language, what is typed is in code."""
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")
NAMES = ("ada", "bo", "cyn", "dov", "hana", "rehearsal", "lexical/words", "frontier", "thrifty", "go ahead",
         "Deutsch", "English", "Python")  # fmt: skip
"""What the scripted voices, their endpoint, councils, languages and programs are called; `go ahead` is what the
scripted adjudicator calls the majority, in a sentence of the app's."""


def words_of(language: str) -> set[str]:
    """Every word that a translation holds."""
    said = [*catalogue(language).values(), *catalogue(f"server.{language}").values()]
    return {word for words in said for word in WORD.findall(re.sub(r"\{\w+\}", " ", words))}


NAMED = r"\{\w+\}|\d+\. \w+(?: \d{4})?|\b[A-Z]+(?:_[A-Z]+)+\b|\S*\w[-/]\w\S*"
"""Values of a rubric's sentences, days, variables, and models: `gpt-5-mini`, `priced/a`."""


def foreign_on(page: Page, known: set[str], more: Collection[str] = ()) -> list[str]:
    """The app's own words on the page that hold one which no translation has; `more` are names, too."""
    called = "|".join(map(re.escape, sorted({*NAMES, *more}, key=len, reverse=True)))
    named = f"{NAMED}|" if more else ""
    names = re.compile(rf"{named}(?<![A-Za-z])(?:{called})(?![A-Za-z])|\b[0-9a-f]{{8}}\b", re.IGNORECASE)
    known = known | {word.capitalize() for word in known} if more else known  # where a sentence is begun with them
    shown: list[str] = page.evaluate(OWN)
    return sorted(words for words in shown if not set(WORD.findall(names.sub(" ", words))) <= known)


def english_on(page: Page, language: str) -> list[str]:
    """Whole sentences of the app that stand on the page in English."""
    told = {words: other for words, other in catalogue(f"server.{language}").items() if " " in words}
    said = catalogue(language) | told
    english = {words for words, other in said.items() if words != other and "{" not in words and "<" not in words}
    shown: list[str] = page.evaluate(SHOWN)
    return sorted({words for words in shown if words in english and words not in said.values()})


@pytest.mark.parametrize(("locale", "language", "settings"), LANGUAGES)
def test_pages_are_in_the_browsers_language(
    browser: Browser, quick: Served, locale: str, language: str, settings: str
) -> None:
    session = quick.finished("peer-review", question="Is a question left as it was asked?")
    asked = {
        row[name] for row in quick.api("GET", "/api/sessions?limit=200")["sessions"] for name in ("question", "title")
    }
    more: dict[str, Any] = {"locale": locale}
    with profile(browser, 390, 844, **more) as context:
        page = context.new_page()
        entered(page, quick)
        expect(page.locator("html")).to_have_attribute("lang", locale)
        left = {}
        for path in ("/", f"/s/{session}/result", f"/s/{session}/transcript", "/settings/appearance", "/sessions"):
            page.goto(quick.url + path)
            expect(page.locator("main")).to_be_visible()
            at_rest(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            left[path] = [words for words in english_on(page, language) if words not in asked]
        assert {path: words for path, words in left.items() if words} == {}
        if catalogue(language):
            page.goto(f"{quick.url}/settings/appearance")
            expect(page.get_by_text(settings).first).to_be_attached()


@pytest.fixture(scope="module")
def own(python: Forking, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, dict[str, str]]]:
    """A server that holds a session of each protocol and no others, and their ids by the question they answer."""
    with Served(python, tmp_path_factory.mktemp("own") / "home") as served:
        yield served, {question: served.finished(name, question=question) for name, question in QUESTIONS.items()}


@pytest.mark.parametrize(("locale", "language"), [(locale, language) for locale, language, _ in LANGUAGES])
def test_nothing_english_is_left_of_any_protocol(
    browser: Browser, own: tuple[Served, dict[str, str]], locale: str, language: str
) -> None:
    """Every word outside what was written by models and people is one of the translations. On a server of its own: what
    other tests left in the list depends on their order."""
    served, sessions = own
    known, left = words_of(language), {}
    more: dict[str, Any] = {"locale": locale, "reduced_motion": "reduce"}
    with profile(browser, **more) as context:
        page = context.new_page()
        entered(page, served, "/sessions")
        expect(page.locator("main select").first).to_be_visible()
        at_rest(page)
        left["list"] = foreign_on(page, known)
        for question, session in sessions.items():
            for view in ("result", "watch"):
                page.evaluate(GO, f"/s/{session}/{view}")
                expect(page.get_by_role("heading", name=question).first).to_be_visible()
                expect(page.get_by_test_id("view")).to_have_attribute("data-view", view)
                at_rest(page)
                page.evaluate(DRAWN)
                at_rest(page)
                left[f"{question} {view}"] = foreign_on(page, known)
    assert {place: words for place, words in left.items() if words} == {}


ELSEWHERE = (
    *(*PAGES_ALONE, "/evidence?seats=12", "/s/00000000/result", "/studies/none"),
    *(f"/analytics/{part}" for part in ("turns", "fame", "models")),
    *(f"/settings/{section}" for section in (*SECTIONS, "nowhere")),
    *("/settings/endpoints/openrouter", "/settings/endpoints/priced"),
    *(f"/settings/councils/{council}" for council in ("priced", "keyless")),
)
"""Every other page, and those that are not there. Not a rubric's: what its rules rest on are names for programs."""
MAKERS = ("anthropic", "google", "mistral", "De", "Ll", "eli", "fay", "gus")
"""Makers of models by name and by letter, and other scripted voices."""
PRICED = (
    '[priced]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = {input = 1, output = 10}\n'
    'models = ["gpt-5.1", "gpt-5.5"]\n'
)
COUNCILS = {
    "priced": 'members = ["priced/a", "priced/b", "priced/c"]\nchair = "priced/d"\n',
    "keyless": 'members = ["openrouter/openai/gpt-5.1", "anthropic/claude-opus-4-5"]\nchair = "openai/gpt-5.1"\n',
    "lost": 'members = ["rehearsal/failing:3"]\nchair = "rehearsal/hana"\n',
}


@pytest.fixture
def many(python: Forking, tmp_path: Path) -> Iterator[Served]:
    """A server with prices nobody can reach, a council without keys, and one whose members all fail."""
    home = tmp_path / "home"
    (home / "councils").mkdir(parents=True)
    (home / "endpoints.toml").write_text(PRICED, encoding="utf-8")
    for name, text in COUNCILS.items():
        (home / "councils" / f"{name}.toml").write_text(text, encoding="utf-8")
    with Served(python, home) as served:
        yield served


@pytest.mark.parametrize(("locale", "language"), [(locale, language) for locale, language, _ in LANGUAGES])
def test_nothing_english_is_left_of_any_page(browser: Browser, many: Served, locale: str, language: str) -> None:
    """For every page beside a finished session's, for a session that failed, two compared, and one that is shared."""
    first, second = (many.finished("peer-review", question=f"与{at}？") for at in range(2))
    debated = many.finished("debate", question="与？")
    lost = many.finished("peer-review", question="与二？", council="lost")
    share = many.api("POST", f"/api/sessions/{debated}/shares", {})["token"]
    known, left = words_of(language), {}
    more: dict[str, Any] = {"locale": locale}
    services = [row for each in ("endpoints", "searchers") for row in many.api("GET", f"/api/{each}")[each]]
    names = {str(row[key]) for row in services for key in ("endpoint", "searcher", "title") if row.get(key)}
    names |= {row["name"] for row in many.api("GET", "/api/personas")["personas"]} | {*COUNCILS, *MAKERS}
    paths = (*ELSEWHERE, f"/compare/{first}/{second}", f"/share/{share}", f"/share/{share}/transcript", "/share/gone")
    with profile(browser, **more) as context:
        page = context.new_page()
        entered(page, many)
        for path in (*paths, *(f"/s/{lost}/{view}" for view in ("result", "transcript", "watch", "council"))):
            page.goto(many.url + path)
            expect(page.locator("main")).to_be_visible()
            at_rest(page)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            page.evaluate(DRAWN)
            at_rest(page)
            left[path] = foreign_on(page, known, names)
    found = {place: words for place, words in left.items() if words}
    assert not found, "\n".join(f"{place}: {words}" for place, words in found.items())


@pytest.mark.parametrize(("locale", "language"), [(locale, language) for locale, language, _ in LANGUAGES])
def test_nothing_english_is_left_of_a_study(browser: Browser, quick: Served, locale: str, language: str) -> None:
    """Nor of what asks many questions; what a study and its arms are called are names."""
    study = quick.studied("spoken", STUDIED.format(more=', "rehearsal/failing"'), ["housing-1", "ai-governance-1"])
    known, left = words_of(language), {}
    names = {str(row["title"]) for row in quick.api("GET", "/api/endpoints")["endpoints"]}
    names |= {"spoken", "base", "reversed", *MAKERS}
    names |= {str(row["name"]) for row in quick.api("GET", "/api/studies")["studies"]}
    more: dict[str, Any] = {"locale": locale}
    with profile(browser, **more) as context:
        page = context.new_page()
        entered(page, quick)
        page.locator("main input[value=many]").check(force=True)
        page.locator('main option[value="two-sided"]').wait_for(state="attached")
        page.locator("main select", has=page.locator('option[value="two-sided"]')).select_option("two-sided")
        page.locator("main fieldset label").first.wait_for()
        left["/"] = foreign_on(page, known, names)
        for path in ("/studies", *(f"/studies/{study}/{part}" for part in ("", *PARTS_OF_STUDIES))):
            State(path, path).show(page, quick)
            left[path] = foreign_on(page, known, names)
    assert {place: words for place, words in left.items() if words} == {}


def test_a_language_is_chosen_and_kept(browser: Browser, quick: Served) -> None:
    """The page is loaded again where it stands, in the language that was chosen; other pages follow."""
    with profile(browser, locale="en-GB") as context:
        page = context.new_page()
        entered(page, quick, "/settings/appearance")
        expect(page.locator("html")).to_have_attribute("lang", "en-GB")
        page.get_by_role("radio", name="Deutsch").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert page.url.endswith("/settings/appearance")
        page.goto(quick.url)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.goto(f"{quick.url}/settings/appearance")
        page.get_by_role("radio", name="English").click()
        expect(page.locator("html")).to_have_attribute("lang", "en-GB")


def test_a_language_that_does_not_load_leaves_the_page_in_english(browser: Browser, quick: Served) -> None:
    with profile(browser, expected="Failed to load|dynamically imported", locale="de-DE") as context:
        context.route("**/assets/de-*.js", lambda route: route.abort())
        page = context.new_page()
        entered(page, quick)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("main")).to_be_visible()
