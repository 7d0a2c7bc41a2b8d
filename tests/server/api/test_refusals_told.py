"""Is every refusal that a page may get told in its reader's language? What the routes say is looked for among the
sentences that have translations, as the app looks for it (`web/src/language/told.ts`).
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from server.running import Running

CATALOGUES = Path(__file__).parents[3] / "web" / "src" / "language" / "catalogues"
PRICED = '[priced]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = {input = 1, output = 10}\n'
COUNCILS = {
    "priced": 'members = ["priced/a", "priced/b", "priced/c"]\nchair = "priced/d"\n',
    "keyless": 'members = ["openrouter/openai/gpt-5.1", "anthropic/claude-opus-4-5"]\nchair = "openai/gpt-5.1"\n',
}
REFUSED: tuple[tuple[str, str, object], ...] = (
    ("POST", "/api/sessions", {"question": ""}),
    ("POST", "/api/sessions", {"question": "?", "council": "priced", "budget": 0.0001}),
    ("POST", "/api/sessions", {"question": "?", "council": "keyless"}),
    ("POST", "/api/sessions", {"question": "?", "members": ["nonsense:2"]}),
    ("POST", "/api/sessions", {"question": "?", "options": {"quorum": 9}}),
    ("POST", "/api/sessions", {"question": "?", "protocol": "fusion", "options": {"panel": 1}}),
    ("POST", "/api/sessions", {"question": "?", "protocol": "consensus", "options": {"max_iterations": 99}}),
    ("POST", "/api/sessions", {"question": "?", "protocol": "debate", "rubric": "stress-test"}),
    ("GET", "/api/sessions/ab", None),
    ("GET", "/api/sessions/abcdef", None),
    ("GET", "/api/councils/nobody", None),
    ("GET", "/api/evidence?seats=99", None),
    ("GET", "/api/usage?days=0", None),
    ("DELETE", "/api/endpoints/openrouter/key", None),
    ("PUT", "/api/endpoints/mine", {"url": "http://example.com/v1"}),
    ("PUT", "/api/endpoints/mine", {"url": "ftp://example.com/v1"}),
    ("POST", "/api/endpoints/nobody/test", {"model": "other/a"}),
    ("GET", "/api/nothing", None),
)
"""What a page may ask for in vain."""


@cache
def patterns() -> list[re.Pattern[str]]:
    """Every sentence that is translated; a value is anything, a number where it is called `n`."""
    found = []
    for sentence in json.loads((CATALOGUES / "server.de.json").read_text(encoding="utf-8")):
        parts = re.split(r"\{(\w+)\}", sentence)
        own = "".join(parts[::2])
        few = sum(sign.isascii() and sign.isalpha() for sign in own) < 3
        signs = [
            re.escape(part) if at % 2 == 0 else r"[\d.,]+" if few or re.fullmatch(r"n\d*", part) else ".+?"
            for at, part in enumerate(parts)
        ]
        found.append(re.compile("".join(signs), re.DOTALL))
    return found


def is_told(text: str) -> bool:
    """Whether the whole, or each of its sentences, is one of them."""
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z{`]|[a-z][\w.-]*/)", text)
    return all(any(each.fullmatch(one) for each in patterns()) for one in sentences) or any(
        each.fullmatch(text) for each in patterns()
    )


def test_what_nobody_translated_is_noticed() -> None:
    assert is_told("There is no session called 'ab'.")
    assert is_told("a/b: no key (A_KEY). c/d: C does not list it. Nothing was started.")
    assert not is_told("The moon is made of cheese.")
    assert not is_told("Nothing was started. The moon is made of cheese.")


@pytest.mark.parametrize(("method", "path", "body"), REFUSED)
async def test_a_refusal_is_told(method: str, path: str, body: object, server: Running) -> None:
    home = server.hall.house.home
    (home / "councils").mkdir(exist_ok=True)
    (home / "endpoints.toml").write_text(PRICED, encoding="utf-8")
    for name, text in COUNCILS.items():
        (home / "councils" / f"{name}.toml").write_text(text, encoding="utf-8")
    server.hall.house.directory.reload()
    async with server.client() as client:
        answer = await client.request(method, path, json=body)
    assert answer.is_error, answer.text
    error = answer.json()["error"]
    untold = [words for words in (error["message"], error["remedy"]) if words and not is_told(words)]
    assert untold == [], answer.text
