"""Test that the parser of answers takes any bytes, split anywhere: no foreign exception, same result, linear time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from moot.errors import CallFailed
from moot.providers.openai.events import CompletionReader
from moot.providers.provider import CallReport, PromptProgress, StreamEnd, Text, ThinkingText

SCRAPS = [
    b"data: ", b"\n", b"\n\n", b"\r\n", b"[DONE]", b": note\n", b"event: x\n", b"{}", b"{", b"}", b"[", b"]", b"null",
    b'data: {"choices":[{"index":0,"delta":{"content":"word "}}]}\n\n',
    b'data: {"choices":[{"index":0,"delta":{"content":"","reasoning":"hm"},"finish_reason":null}]}\n\n',
    b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
    b'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n',
    b'data: {"error":{"message":"no","code":500}}\n\n', b'data: {"choices":null}\n\n', b"data: [DONE]\n\n",
    b'data: {"choices":[{"delta":{"content":[{"type":"text","text":"part"}]}}]}\n\n', b'{"choices":[{"message":',
    b'{"content":"whole"},"finish_reason":"stop"}]}', b'data: {"id":7,"choices":[{"delta":{"content":"odd id"}}]}\n\n',
    b"\xff", b"\x00", b"\xef\xbb\xbf", b"<html>", b'"\\ud800"', b"1e999", b"NaN", b"\xc3",
]  # fmt: skip


def heard(pieces: list[bytes]) -> tuple[str, str, str]:
    """Words, thoughts and the end, whatever the cuts."""
    events = CompletionReader(100_000)
    found = []
    for piece in pieces:
        found += events.feed(piece)
        if events.failure is not None or events.ended:
            break
    if events.failure is None:
        found += events.end()
    try:
        end = str(events.failure.settled) if events.failure is not None else events.done().settled
    except CallFailed as failed:
        end = failed.settled
    assert all(isinstance(each, Text | ThinkingText | CallReport | StreamEnd) for each in found)
    words = "".join(each.text for each in found if isinstance(each, Text))
    return words, "".join(each.text for each in found if isinstance(each, ThinkingText)), end


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(SCRAPS), st.binary(max_size=12)), max_size=14), st.integers(1, 40))
def test_any_bytes_end_somehow_and_alike_however_they_are_cut(scraps: list[bytes], size: int) -> None:
    data = b"".join(scraps)
    assert heard([data]) == heard([data[at : at + size] for at in range(0, len(data), size)])


def test_that_a_prompt_is_being_read_is_told_and_is_no_word() -> None:
    begins = b'data: {"id":"1","model":"m","choices":[{"index":0,"delta":'
    reads = begins + b'{"role":"assistant","content":null}}],"prompt_progress"'
    said = begins + b'{"content":"word"}}]}\n\n'
    events = CompletionReader(100_000)
    told = [events.feed(reads + b':{"total":9,"processed":%d}}\n\n' % at) for at in (0, 4, 9)]
    assert [[type(piece) for piece in pieces] for pieces in told] == [
        [CallReport, PromptProgress],
        [PromptProgress],
        [PromptProgress],
    ]
    assert not events.heard
    assert events.feed(said) == [Text("word")]
