"""Does every spelling of an error mean the right kind, and every `Retry-After` a sane number of seconds?"""

from __future__ import annotations

import email.utils

import pytest

from moot.egress.keys import Secret
from moot.egress.outside_words import LONGEST_WAIT, evidence, shown, wait_from
from moot.providers.refusals import failure_of, said_in
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
        (0, "Rate limit reached", "", "error", "rate"),
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


@pytest.mark.parametrize(
    ("status", "own", "held"),
    [(429, True, False), (429, False, False), (503, True, False), (503, False, False), (529, True, False),
     (400, True, False), (500, True, False), (501, True, False), (500, False, True), (501, False, True),
     (408, True, True), (499, True, True), (502, True, True), (504, True, True), (520, True, True), (599, False, True)],
)  # fmt: skip
def test_what_may_have_been_charged(status: int, own: bool, held: bool) -> None:
    """A service that says itself that it broke charges nothing; whoever stands between us and it does not know."""
    assert failure_of(status, "it broke", own=own).spent is held
    assert failure_of(status, "it broke", own=own, mid=True).spent


@pytest.mark.parametrize(
    ("body", "own"),
    [(b'{"error": {"message": "internal", "type": "server_error"}}', True), (b'{"error": "internal"}', True),
     (b'{"detail": "internal"}', True), (b'[{"error": {"status": "INTERNAL"}}]', True), (b'{"code": 500}', True),
     (b"<html>Internal Server Error</html>", False), (b"Internal Server Error", False), (b"", False), (b"{}", False),
     (b'{"error": {}}', False), (b'"internal"', False), (b"[]", False), (b'{"error": {"message": "cut', False)],
)  # fmt: skip
def test_whose_error_it_is(body: bytes, own: bool) -> None:
    assert said_in(body).own is own


def test_what_is_shown_is_one_clean_line() -> None:
    secret = Secret(KEY)
    text = f"a\x1b[31m\r\nb\u202e {secret.reveal()} " + "x" * 1000
    line = shown(text)
    assert line.isprintable()
    assert KEY[:12] not in line
    assert len(line) <= 300


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
