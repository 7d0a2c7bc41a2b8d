"""Test that every maker's parameter error is understood: published texts, hostile ones, fields not sent."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.providers.adapted_request import AdaptedRequest, Demand, SentFields
from moot.providers.provider_errors import failure_of, said_in
from rig.growth import assert_linear_in

ALL = ("temperature", "response_format", "reasoning_effort", "stream_options")


def sent(limit: int | None = 132_096, field: str = "max_tokens", schema: str = "json_schema") -> SentFields:
    return SentFields(fields=ALL, limit=limit, limit_field=field if limit else "", schema=schema)


def demanded(message: str, code: str = "", status: int = 400, request: SentFields | None = None) -> Demand | None:
    demand = failure_of(status, message, code, sent=request or sent()).demand
    assert demand is None or isinstance(demand, Demand)
    return demand


@pytest.mark.parametrize(
    ("message", "asked", "most"),
    [
        ("max_tokens is too large: 132096. This model supports at most 128000 completion tokens, whereas you provided "
         "132096.", 132_096, 128_000),
        ("max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-opus-20240229",
         8_192, 4_096),
        ("Unable to submit request because it has a maxOutputTokens value of 67584 but the supported range is from 1 "
         "(inclusive) to 65537 (exclusive). Update the value and try again.", 67_584, 65_536),
        ("Unable to submit request because it has a maxOutputTokens value of 65536 but the supported range is from 1 "
         "(inclusive) to 65536 (exclusive). Update the value and try again.", 65_536, 65_535),
        ("`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the "
         "`context_window` for this model", 32_768, 8_192),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 65_536, 8_192),
        ("<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]", 16_384, 8_192),
        ("The maximum tokens you requested exceeds the model limit of 5120. Try again with a maximum tokens value that "
         "is lower than 5120.", 8_192, 5_120),
        ("too many tokens: max tokens must be less than or equal to 4000, the maximum output for this model - received "
         "8192.", 8_192, 4_000),
        ("The parameter `max_completion_tokens` specified in the request are not valid: integer above maximum value, "
         "expected a value <= 12288, but got 32000 instead.", 32_000, 12_288),
        ("max_tokens must not be greater than 4096", 8_192, 4_096),
        ("max_tokens is too large: 16,384. gpt-4-1106-preview supports at most 4,096 completion tokens", 16_384, 4_096),
    ],
)  # fmt: skip
def test_a_limit_that_is_named(message: str, asked: int, most: int) -> None:
    demand = demanded(message, request=sent(asked))
    assert demand == Demand(cause="limit", change=AdaptedRequest(max_output=most), room=most, lasting=True)


@pytest.mark.parametrize(
    ("message", "asked", "context", "prompt"),
    [
        ("This model's maximum context length is 8192 tokens. However, you requested 8256 tokens (64 in the messages, "
         "8192 in the completion). Please reduce the length of the messages or completion.", 8_192, 8_192, 64),
        ("'max_tokens' or 'max_completion_tokens' is too large: 64000. This model's maximum context length is 64001 "
         "tokens and your request has 24235 input tokens (64000 > 64001 - 24235). None", 64_000, 64_001, 24_235),
        ("This endpoint's maximum context length is 16385 tokens. However, you requested about 20000 tokens (3600 of "
         "text input, 16400 in the output). Please reduce the length of either one", 16_400, 16_385, 3_600),
        ("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or "
         "`max_tokens` and try again", 20_000, 200_000, 190_000),
        ("prompt is too long: 210000 tokens > 200000 maximum", 4_096, 200_000, 210_000),
        ("The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", None, 1_048_576,
         1_200_000),
        ("Prompt contains 4000 tokens and max_tokens is 30000, too large for model with 32768 maximum context length",
         30_000, 32_768, 4_000),
        ("the request exceeds the available context size (4096 tokens), try increasing it", None, 4_096, None),
        ("This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please "
         "reduce the length of the messages.", None, 8_192, 9_000),
        ("This model's maximum context length is 8192 tokens, however you requested 9000 tokens (9000 in your prompt; "
         "0 for the completion).", None, 8_192, 9_000),
    ],
)  # fmt: skip
def test_a_context_that_is_named(message: str, asked: int | None, context: int | None, prompt: int | None) -> None:
    demand = demanded(message, request=sent(asked))
    assert demand is not None
    assert (demand.cause, demand.context, demand.prompt) == ("context", context, prompt)


@pytest.mark.parametrize(
    ("message", "code", "cause", "change", "lasting"),
    [
        ("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
         "unsupported_parameter max_tokens", "limit_field", AdaptedRequest(limit_field="max_completion_tokens"), True),
        ("Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is "
         "supported.", "unsupported_value temperature", "temperature",
         AdaptedRequest(leaves_out=("temperature",)), True),
        ("`temperature` is deprecated for this model.", "", "temperature",
         AdaptedRequest(leaves_out=("temperature",)), True),
        ("Unrecognized request argument supplied: reasoning_effort", "", "reasoning_effort",
         AdaptedRequest(leaves_out=("reasoning_effort",)), False),
        ("Model grok-4 does not support parameter reasoningEffort.", "", "reasoning_effort",
         AdaptedRequest(leaves_out=("reasoning_effort",)), True),
        ("Thinking level is not supported for this model.", "INVALID_ARGUMENT", "reasoning_effort",
         AdaptedRequest(leaves_out=("reasoning_effort",)), True),
        ('Invalid JSON payload received. Unknown name "reasoning_effort": Cannot find field.', "", "reasoning_effort",
         AdaptedRequest(leaves_out=("reasoning_effort",)), False),
        ("Argument not supported on this model: stream_options", "", "stream_options",
         AdaptedRequest(leaves_out=("stream_options",)), True),
        ("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", "",
         "response_format json_schema", AdaptedRequest(schema="json_object"), True),
        ("This model does not support response format `json_schema`.", "response_format",
         "response_format json_schema", AdaptedRequest(schema="json_object"), True),
        ("This response_format type is unavailable now", "", "response_format json_schema",
         AdaptedRequest(schema="json_object"), False),
        ("Invalid schema for response_format 'ballot': In context=(), 'required' is required to be supplied", "",
         "response_format json_schema", AdaptedRequest(schema="json_object"), False),
        ("temperature must be in [0, 1], given 1.5", "", "temperature",
         AdaptedRequest(leaves_out=("temperature",)), False),
    ],
)  # fmt: skip
def test_a_field_that_is_not_taken(message: str, code: str, cause: str, change: AdaptedRequest, lasting: bool) -> None:
    assert demanded(message, code) == Demand(cause=cause, change=change, lasting=lasting)


def test_a_form_falls_to_words_in_two_steps() -> None:
    message = "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
    demand = demanded(message, "messages", request=sent(schema="json_object"))
    assert demand == Demand(cause="response_format json_object", change=AdaptedRequest(schema="none"))


def test_a_limit_that_is_wanted() -> None:
    demand = demanded("max_tokens: Field required", request=sent(None))
    assert demand == Demand(cause="no limit", change=AdaptedRequest(needs_limit=True), lasting=True)


def test_what_an_account_pays_for() -> None:
    said = (
        "This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only "
        "afford 12345. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account"
    )
    assert demanded(said, "402", 402) == Demand(cause="credit", room=12_345)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, "Incorrect API key provided"),
        (400, "API key not valid. Please pass a valid API key."),
        (400, "openai/gpt-9 is not a valid model ID"),
        (402, "Insufficient credits. Add more using https://openrouter.ai/settings/credits"),
        (404, "The model `x` does not exist."),
        (404, "This is not a chat model and thus not supported in the v1/chat/completions endpoint."),
        (429, "Rate limit reached for max_tokens: Limit 30000, Used 29120, Requested 8000."),
        (500, "max_tokens is too large: 132096. This model supports at most 128000 completion tokens"),
        (503, "The engine is currently overloaded"),
    ],
)
def test_what_demands_nothing(status: int, message: str) -> None:
    assert demanded(message, status=status) is None


def test_a_field_that_was_not_sent_is_not_left_out() -> None:
    bare = SentFields(limit=500, limit_field="max_completion_tokens")
    assert demanded("Unsupported value: 'temperature' does not support 0.7 with this model.", request=bare) is None


EXTRA = [{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]
RAW = {"error": {"message": "Unsupported parameter: stream_options is not supported with this model."}}


@pytest.mark.parametrize(
    "body",
    [
        {"object": "error", "message": {"detail": EXTRA}, "type": "invalid_request_error"},
        {"detail": EXTRA},
        {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": json.dumps(RAW)}}},
        [{"error": {"code": 400, "message": 'Unknown name "stream_options": Cannot find field.', "status": "X"}}],
        {"code": "Client specified an invalid argument", "error": "Not supported on this model: stream_options"},
    ],
)
def test_whatever_the_shape_of_the_body(body: object) -> None:
    said = said_in(json.dumps(body).encode())
    demand = demanded(said.message, said.code)
    assert demand is not None
    assert demand.cause == "stream_options"


pieces = st.sampled_from(
    ["max_tokens", "128000", "> ", "+ ", "context length is ", "can only afford ", "9" * 30, "[1, 8192]", "temperature",
     "is not supported", "maximum", "reduce the length of", "response_format", "json_object", " ", "\x00", "é", "-5"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(pieces, max_size=60), st.sampled_from([400, 402, 404, 413, 422, 500]), st.booleans())
def test_nothing_that_is_demanded_goes_in_circles(parts: list[str], status: int, limited: bool) -> None:
    request = sent(8_192 if limited else None)
    demand = demanded(" ".join(parts), status=status, request=request)
    if demand is None:
        return
    assert demand.cause
    assert demand.room is None or demand.room >= 0
    before = AdaptedRequest()
    for _ in range(10):
        before, after = before.and_also(demand.change), before
    assert before == after, "the same demand, met again, changes nothing more"
    if demand.cause == "limit":
        assert demand.room is not None
        assert demand.room < 8_192


def test_a_hostile_message_takes_linear_time() -> None:
    for kind in (400, 402, 413):
        assert_linear_in(
            lambda text, kind=kind: demanded(text, status=kind), "max_tokens 9,9,9,9 > 1 + 2 context length is "
        )


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("max_tokens must be at least 1", "invalid_request_error 400"),
        ("Error code: 400 - max_tokens must be positive", ""),
        ("max_tokens is too low; the minimum is 2000", ""),
        ("`max_tokens` must be greater than `thinking.budget_tokens`", "400"),
        ("`max_tokens` must be greater than 1024", ""),
        ("`max_tokens` must be greater than or equal to 1024", ""),
        ("`max_tokens` must be greater than thinking.budget_tokens (1024)", ""),
    ],
)
def test_a_number_that_is_no_largest_limit_lowers_none(message: str, code: str) -> None:
    demand = demanded(message, code, request=sent(4_096))
    assert demand is None or demand.change.max_output is None
