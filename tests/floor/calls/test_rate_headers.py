"""Test that rate-limit headers are parsed in the spellings and time formats of each provider."""

from __future__ import annotations

import pytest

from moot.providers.rate_headers import Quota, quotas_in, seconds_until, wait_in

NOW = 1_741_305_600.0  # 2025-03-07T00:00:00Z
OPENAI = {
    "x-ratelimit-limit-requests": "60",
    "x-ratelimit-remaining-requests": "59",
    "x-ratelimit-reset-requests": "1s",
    "x-ratelimit-limit-tokens": "150000",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-tokens": "6m0s",
}
ANTHROPIC = {
    "anthropic-ratelimit-requests-limit": "50",
    "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": "2025-03-07T00:00:30Z",
    "anthropic-ratelimit-input-tokens-limit": "40000",
    "anthropic-ratelimit-input-tokens-remaining": "39000",
    "anthropic-ratelimit-input-tokens-reset": "2025-03-07T00:00:02Z",
}
OPENROUTER = {"x-ratelimit-limit": "20", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1741305612000"}


def now() -> float:
    return NOW


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1s", 1.0), ("6m0s", 360.0), ("20ms", 0.02), ("1h2m3.5s", 3600.0), ("1m2.5s", 62.5), ("12", 12.0),
        ("0.5", 0.5), ("1741305612", 12.0), ("1741305612000", 12.0), ("2025-03-07T00:00:30Z", 30.0),
        ("2025-03-06T23:59:30Z", 0.0), ("Fri, 07 Mar 2025 00:00:30 GMT", None), ("-3", 0.0),
        ("soon", None), ("", None), ("nan", None), ("1x", None), ("9" * 60, 3600.0), ("inf", 3600.0),
    ],
)  # fmt: skip
def test_a_reset_is_a_duration_a_number_or_a_date(text: str, seconds: float | None) -> None:
    found = seconds_until(text, now)
    if text.endswith("GMT"):
        assert found == 0.0  # by the real clock it is long past
    else:
        assert found == pytest.approx(seconds)


def test_quotas_of_each_provider_are_read() -> None:
    assert quotas_in(OPENAI, now=now) == (
        Quota(remaining=59, reset=1.0, limit=60),
        Quota(remaining=0, reset=360.0, limit=150_000, tokens=True),
    )
    assert quotas_in(ANTHROPIC, now=now) == (
        Quota(remaining=0, reset=30.0, limit=50),
        Quota(remaining=39_000, reset=2.0, limit=40_000, tokens=True),
    )
    assert quotas_in(OPENROUTER, now=now) == (Quota(remaining=0, reset=12.0, limit=20),)
    assert quotas_in({"x-ratelimit-remaining": "many", "x-ratelimit-reset": "12"}, now=now) == ()


def test_a_refusal_asks_for_the_longest_reset_unless_it_says_so_itself() -> None:
    assert wait_in(OPENAI, now=now) == 360.0
    assert wait_in(ANTHROPIC, now=now) == 30.0
    assert wait_in(OPENROUTER, now=now) == 12.0
    assert wait_in({**OPENAI, "retry-after": "7"}, now=now) == 7.0
    assert wait_in({**OPENAI, "retry-after": "7", "retry-after-ms": "1500"}, now=now) == 1.5
    assert wait_in({**OPENAI, "x-ratelimit-remaining-tokens": "1"}, now=now) is None
    assert wait_in({}, now=now) is None
