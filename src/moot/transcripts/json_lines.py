"""Encode values as JSON without characters that break a line or an HTML tag for some reader."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

_BREAKS = re.compile("[\x7f\x85\u2028\u2029]")


def json_of(value: Any) -> bytes:
    """Encode a value as JSON. Characters that UTF-8 cannot encode are replaced."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # lone surrogates have no UTF-8, and no store can contain them
        plain = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace")


def unbroken(text: str | bytes) -> str:
    """Return JSON text in which characters that some readers treat as a line break are escaped."""
    plain = text if isinstance(text, str) else text.decode()
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def untagged(text: str) -> str:
    """Return JSON text in which `<` is escaped, so that it can neither start nor end a tag in an HTML page."""
    return text.replace("<", "\\u003c")
