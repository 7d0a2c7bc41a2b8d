"""Is the error of a service never taken for an answer, and an answer about errors never for one?"""

from __future__ import annotations

import unicodedata

import pytest

from moot.reading import refusals
from moot.reading.refusals import says_nothing
from moot.reading.service_errors import Told, error_told, reports_an_error
from rig.growth import assert_linear_in

ERRORS = (
    "Error: 429 Too Many Requests",
    "ERROR 503: Service Unavailable",
    "[ERROR] 500 Internal Server Error",
    "**Error:** 502 Bad Gateway",
    "HTTP Error 500: Internal Server Error",
    "Error code: 429 - {'error': {'message': 'Rate limit reached for the model'}}",
    "Error 524",
    '{"error": {"message": "Rate limit reached", "code": 429}}',
    '{"error": "overloaded", "status": 529}',
    '{"code": 429, "message": "slow down"}',
    "<html><head><title>502 Bad Gateway</title></head><body>502</body></html>",
    "<!DOCTYPE html><html><head><title>Error 503</title></head><body>Come back later.</body></html>",
    "Provider returned error",
    "Provider returned error.",
)
ANSWERS = (
    "429 Too Many Requests",
    "503 Service Unavailable.",
    "404",
    "Timeout",
    "Error 429 Service Unavailable",
    "Rate limit exceeded. Please try again later.",
    "The request timed out.",
    "Sorry, something went wrong. Please try again.",
    '{"message": "Too many requests"}',
    "Error budgets should be spent on releases.",
    "Error 429 means that the client sent too many requests, so back off with jitter.",
    "Error handling belongs in middleware.",
    "An error occurred in 1986 that led to the Challenger disaster.",
    "Something went wrong in the Weimar Republic long before 1933.",
    "Rate limits protect the service.",
    "Error: the premise is false. Trams pay for themselves.",
    "The error 429 Too Many Requests should be handled by backing off.",
    "Try again later with a smaller dose.",
    '{"answer": "yes"}',
    '{"message": "Trams first."}',
    '{"title": "A plan", "detail": "Build trams."}',
    "<html><head><title>Trams</title></head><body>Build them.</body></html>",
    'Return {"error": {"code": 429}} with Retry-After.',
    "Errors: none found.",
    "Rate limit each key to 10 requests a second.",
    "Rate limit reached? Then back off, with jitter.",
    "We're experiencing high demand for trams, so build more of them.",
    "Insufficient credits are why the bank failed? No: it was the run.",
    "TypeError: the argument is a string. Cast it before the call.",
    "The model is loading the question: who said that trams are cheap?",
    "",
)


@pytest.mark.parametrize("text", ERRORS)
def test_an_error_is_one(text: str) -> None:
    assert reports_an_error(text)
    assert reports_an_error(f"\n{text}\n")


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_about_errors_is_an_answer(text: str) -> None:
    assert not reports_an_error(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Error: 429 Too Many Requests", "rate"),
        ("Error 524", "server"),
        ("Error code: 401 - Unauthorized", "auth"),
        ("Error: 402 Payment Required", "credit"),
        ("HTTP Error 404: Not Found", "not_found"),
        ('{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}', "server"),
        ('{"error": {"message": "slow down", "code": 429}}', "rate"),
        ('{"code": 429, "message": "slow down"}', "rate"),
        ("<html><body><h1>502 Bad Gateway</h1></body></html>", "server"),
        ("Provider returned error", "server"),
    ],
)
def test_an_error_is_of_its_kind(text: str, kind: str) -> None:
    assert error_told(text) == Told(kind)


@pytest.mark.parametrize("text", ["429 Too Many Requests", "503 Service Unavailable.", "404"])
def test_where_a_form_was_to_be_filled_in_a_bare_status_is_an_error(text: str) -> None:
    assert error_told(text) is None
    assert error_told(text, form=True) is not None
    assert error_told('{"mark": "4KQZ", "answer": "Error 429", "confidence": 0.5}', form=True) is None


@pytest.mark.parametrize("text", ["\u200b\u200b\u2060", "\ufeff", "\u2800\u3164", "\u00ad…\u200d", "null", " \u202e "])
def test_what_nobody_can_see_says_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize("text", ["42", "✅", "нет", "不", "👍🏽", "No.", "C"])
def test_little_is_something(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize("piece", ["error ", "error:", "<html><title>4", '{"error":"', "429 ", "rate limit exceeded "])
def test_a_hostile_text_takes_no_time(piece: str) -> None:
    assert_linear_in(reports_an_error, piece)


def test_a_long_text_is_read_no_further_than_it_must_be_and_judged_as_if_it_were() -> None:
    bits = [
        "null",
        "<ballot>",
        "</ballot>",
        "```json",
        "\u3164",
        "—" * 190,
        "\u200b" * 30,
        " ",
        "nan",
        "x" * 9,
        "word ",
    ]
    for n in range(len(bits) ** 3):
        text = bits[n % 11] + bits[n // 11 % 11] * (1 + n % 40) + bits[n // 121]
        assert says_nothing(text) == _says_nothing_read_whole(text), text
    assert_linear_in(says_nothing, "An answer of many words. ", 1_000_000)


def _says_nothing_read_whole(text: str) -> bool:
    shown = "".join(c for c in text if c not in refusals._BLANKS and unicodedata.category(c)[0] not in "CZ")
    for tag in ("<ballot>", "</ballot>", "```json"):
        shown = shown.replace(tag, "")
    return shown.strip(refusals._MARKS).lower() in ("", "null", "undefined", "nan")
