"""Test that every spelling of an error maps to the right kind, and every `Retry-After` to sane seconds."""

from __future__ import annotations

import email.utils

import pytest

from moot.egress.api_keys import Secret
from moot.egress.untrusted_text import LONGEST_WAIT, evidence, shown, wait_from
from moot.providers.provider_errors import failure_of
from providers.asking import KEY

NOW = 1_700_000_000.0


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("3", 3.0),
        ("0", 0.0),
        ("1.5", 1.5),
        ("-7", 0.0),
        (" 12 ", 12.0),
        ("86400000", LONGEST_WAIT),
        ("9" * 400, LONGEST_WAIT),
        ("inf", LONGEST_WAIT),
        ("nan", None),
        ("soon", None),
        ("", None),
        (None, None),
        ("\x00", None),
        (email.utils.formatdate(NOW + 30, usegmt=True), 30.0),
        (email.utils.formatdate(NOW - 30, usegmt=True), 0.0),
        (email.utils.formatdate(NOW + 1e8, usegmt=True), LONGEST_WAIT),
        ("Wed, 99 Nov 2023 22:13:50 GMT", None),
        ("Mon, 01 Jan 99999 00:00:00 GMT", None),
    ],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    assert wait_from(header, now=lambda: NOW) == seconds


@pytest.mark.parametrize(
    ("status", "message", "code", "settled", "kind"),
    [
        (400, "maximum context length is 8192 tokens", "", "error", "context"),
        (400, "bad", "context_length_exceeded", "error", "context"),
        (500, "the request exceeds the available context size", "", "error", "context"),
        (429, "too many tokens in the context window this minute", "", "error", "rate"),
        (400, "filtered due to the content management policy", "content_filter", "refused", ""),
        (403, "flagged: requires moderation", "", "refused", ""),
        (500, "moderation service down", "", "error", "server"),
        (400, "Unsupported value: 'temperature' does not support 0", "", "error", "unsupported"),
        (429, "quota", "insufficient_quota", "error", "credit"),
        (400, "Your credit balance is too low", "", "error", "credit"),
        (0, "Overloaded", "overloaded_error", "error", "server"),
        (0, "no", "authentication_error", "error", "auth"),
        (0, "slow down", "429", "error", "rate"),
        (0, "Rate limit reached", "", "error", "server"),
        (0, "slow down", "rate_limit_exceeded", "error", "rate"),
        (400, "This model's maximum prompt length is 131072", "", "error", "bad_request"),
        (0, "", "", "error", "server"),
        (418, "teapot", "", "error", "bad_request"),
        (302, "", "", "error", "redirect"),
        (599, "", "", "error", "server"),
    ],
)
def test_kinds(status: int, message: str, code: str, settled: str, kind: str) -> None:
    failed = failure_of(status, message, code)
    assert (failed.settled, failed.error) == (settled, kind)
    assert failed.cause.strip()


@pytest.mark.parametrize("status", [400, 408, 429, 499, 500, 502, 503, 504, 520, 529, 599])
def test_an_error_in_place_of_an_answer_is_not_charged(status: int) -> None:
    assert not failure_of(status, "it broke").spent
    assert failure_of(status, "it broke", mid=True).spent


def test_a_long_message_is_cut_between_words() -> None:
    words = [f"word{number}" for number in range(100)]
    line = shown(" ".join(words))
    assert len(line) <= 300
    assert line.endswith(" …")
    assert line.removesuffix(" …").split() == words[: len(line.split()) - 1]


def test_a_key_cut_by_the_end_of_the_evidence_is_not_shown() -> None:
    secret = Secret(KEY)
    for pad in range(150, 210):
        assert KEY[:12] not in evidence(b"x" * pad + secret.reveal().encode() + b"y" * 2000)
