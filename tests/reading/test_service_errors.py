"""Test that a service's error is never taken for an answer, nor an answer about errors for an error."""

from __future__ import annotations

import pytest

from moot.reading.service_errors import error_told, no_answer, refuses, reports_an_error, says_nothing

ANSWERS = (
    "429 Too Many Requests",
    "Error 429 Service Unavailable",
    "Rate limit exceeded. Please try again later.",
    "Sorry, something went wrong. Please try again.",
    '{"message": "Too many requests"}',
    "Error 429 means that the client sent too many requests, so back off with jitter.",
    "Error handling belongs in middleware.",
    "An error occurred in 1986 that led to the Challenger disaster.",
    "Error: the premise is false. Trams pay for themselves.",
    "The error 429 Too Many Requests should be handled by backing off.",
    '{"answer": "yes"}',
    '{"message": "Trams first."}',
    '{"title": "A plan", "detail": "Build trams."}',
    "<html><head><title>Trams</title></head><body>Build them.</body></html>",
    'Return {"error": {"code": 429}} with Retry-After.',
    "Rate limit reached? Then back off, with jitter.",
    "We're experiencing high demand for trams, so build more of them.",
    "TypeError: the argument is a string. Cast it before the call.",
    "The model is loading the question: who said that trams are cheap?",
    "",
)


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_about_errors_is_an_answer(text: str) -> None:
    assert not reports_an_error(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Error: 429 Too Many Requests", "rate"),
        ("[ERROR] 500 Internal Server Error", "server"),
        ("**Error:** 502 Bad Gateway", "server"),
        ("HTTP Error 404: Not Found", "not_found"),
        ("Error code: 401 - Unauthorized", "auth"),
        ("Error code: 429 - {'error': {'message': 'Rate limit reached for the model'}}", "rate"),
        ("Error: 402 Payment Required", "credit"),
        ("Error 524", "server"),
        ('{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}', "server"),
        ('{"error": {"message": "slow down", "code": 429}}', "rate"),
        ('{"error": "overloaded", "status": 529}', "server"),
        ('{"code": 429, "message": "slow down"}', "rate"),
        ("<!DOCTYPE html><html><head><title>Error 503</title></head><body>Come back later.</body></html>", "server"),
        ("<html><body><h1>502 Bad Gateway</h1></body></html>", "server"),
        ("Provider returned error.", "server"),
    ],
)
def test_an_error_is_of_its_kind(text: str, kind: str) -> None:
    assert error_told(text) == error_told(f"\n{text}\n") == kind


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


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't assist with that.",
        "I'm sorry, but I can't assist with that request.",
        "I’m sorry, but I can’t help with that.",
        "\"I'm sorry, but I can't\nhelp with that.\"\n",
    ],
)
def test_the_words_of_a_service_are_a_refusal(text: str) -> None:
    assert refuses(text)
    assert no_answer(text) == "declines what was asked"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I won't answer that.",
        "As an AI, I cannot provide medical advice. Please consult a professional.",
        "Dabei kann ich leider nicht helfen.",
        "I'm sorry, but I can't help with that. Build it of stone, which lasts a hundred years.",
        "One of the answers reads: I'm sorry, but I can't help with that.",
        "I'm sorry, but I can't help with that. " * 100,
    ],
)
def test_everything_else_is_left_to_its_readers(text: str) -> None:
    assert not refuses(text)
