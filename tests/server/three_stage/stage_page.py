"""A page that consumes the three-stage contract as the published page was measured to, in a browser and without one.

It keeps no buffer between two pieces of the stream: each piece is decoded and split by itself, a line counts only when
it begins with `data: `, and one that is no JSON is an error in the console. What it then reads of each object it reads
without asking whether it is there, so a missing or mistyped field breaks it here as it breaks there.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

PAGE = """<!doctype html>
<meta charset="utf-8"><title>stages</title><link rel="icon" href="data:,">
<main id="root"></main>
<script>
const BASE = new URLSearchParams(location.search).get('base');
const root = document.getElementById('root');
const shown = {user: '', stage1: null, stage2: null, stage3: null, metadata: null, waiting: true};
const short = (model) => model.split('/')[1] || model;
const put = (parent, id, text) => {
  const made = document.createElement('div');
  made.id = id; made.textContent = text; parent.append(made); return made;
};
function withNames(text, labels) {
  let named = text;
  for (const [label, model] of Object.entries(labels || {})) {
    named = named.replace(new RegExp(label, 'g'), '**' + short(model) + '**');
  }
  return named;
}
function draw() {
  try { drawn(); } catch (error) { root.replaceChildren(); throw error; }
}
function drawn() {
  const page = document.createElement('section');
  put(page, 'waiting', shown.waiting ? 'consulting' : 'done');
  if (shown.stage1 && shown.stage1.length > 0) {
    const stage = put(page, 'stage1', '');
    shown.stage1.forEach((one, at) => put(stage, 'answer-' + at, short(one.model) + ': ' + one.response.trim()));
  }
  if (shown.stage2 && shown.stage2.length > 0) {
    const stage = put(page, 'stage2', '');
    const labels = shown.metadata && shown.metadata.label_to_model;
    shown.stage2.forEach((one, at) => {
      put(stage, 'review-' + at, short(one.model) + ': ' + withNames(one.ranking, labels));
      if (one.parsed_ranking && one.parsed_ranking.length > 0) {
        const order = one.parsed_ranking.map((label) => (labels && labels[label] ? short(labels[label]) : label));
        put(stage, 'order-' + at, order.join(' > '));
      }
    });
    const ranks = shown.metadata && shown.metadata.aggregate_rankings;
    if (ranks && ranks.length > 0) {
      ranks.forEach((one, at) => put(stage, 'rank-' + at,
        short(one.model) + ' ' + one.average_rank.toFixed(2) + ' (' + one.rankings_count + ')'));
    }
  }
  if (shown.stage3) {
    put(page, 'stage3', short(shown.stage3.model) + ': ' + shown.stage3.response);
  }
  root.replaceChildren(page);
}
function heard(kind, event) {
  if (kind === 'stage1_complete') { shown.stage1 = event.data; }
  else if (kind === 'stage2_complete') { shown.stage2 = event.data; shown.metadata = event.metadata; }
  else if (kind === 'stage3_complete') { shown.stage3 = event.data; }
  else if (kind === 'complete') { shown.waiting = false; }
  else if (kind === 'error') { console.error('stream error', event.message); shown.waiting = false; }
  draw();
}
async function put_question(content) {
  const headers = {'Content-Type': 'application/json'};
  const made = await fetch(BASE + '/api/conversations', {method: 'POST', headers, body: '{}'});
  if (!made.ok) { throw new Error('no conversation'); }
  const conversation = await made.json();
  window.conversation = conversation.id;
  const stream = await fetch(BASE + '/api/conversations/' + conversation.id + '/message/stream',
    {method: 'POST', headers, body: JSON.stringify({content})});
  if (!stream.ok) { throw new Error('no stream'); }
  const reader = stream.body.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) { break; }
    for (const line of new TextDecoder().decode(value).split('\\n')) {
      if (!line.startsWith('data: ')) { continue; }
      let event;
      try { event = JSON.parse(line.slice(6)); } catch (error) { console.error('not JSON', line.length); continue; }
      heard(event.type, event);
    }
  }
  window.over = true;
}
async function show_again(id) {
  const there = await (await fetch(BASE + '/api/conversations/' + id)).json();
  for (const said of there.messages) {
    if (said.role === 'user') { shown.user = said.content; continue; }
    Object.assign(shown, {stage1: said.stage1, stage2: said.stage2, stage3: said.stage3, metadata: said.metadata});
    shown.waiting = false;
  }
  draw();
}
window.ask = (content) => { put_question(content); };
window.reopen = (id) => { show_again(id); };
</script>
"""


@dataclass
class Heard:
    """What the page holds at the end of a stream."""

    kinds: list[str] = field(default_factory=list)
    """Events in the order they were read."""
    stages: dict[str, Any] = field(default_factory=dict)
    """The latest data of each stage."""
    metadata: dict[str, Any] = field(default_factory=dict)
    """What came with stage 2."""
    unread: int = 0
    """Lines that were no JSON by themselves: each is an error in the console."""
    pieces: list[int] = field(default_factory=list)
    """Sizes of the pieces."""


async def read_stream(port: int, path: str, content: str, *, most: int, slow: float = 0.0) -> Heard:
    """Asks over a socket of its own and reads as the page does, at most so many bytes at once."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=most)
    body = json.dumps({"content": content}).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://localhost:5173\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.split(b"\r\n")[0], head
    heard, framed = Heard(), Unframed()
    while raw := await reader.read(most):
        piece = framed.took(raw)
        if piece:
            heard.pieces.append(len(piece))
            _take(heard, piece.decode("utf-8", "replace"))
        if slow:
            await asyncio.sleep(slow)
    writer.close()
    return heard


class Unframed:
    """The body in a chunked transfer, as far as it has come: what a browser hands on of one read."""

    def __init__(self) -> None:
        self._held = b""
        self._left = 0

    def took(self, raw: bytes) -> bytes:
        """The body's bytes in some bytes of the connection."""
        found, data = b"", self._held + raw
        self._held = b""
        while data:
            if self._left > 2:
                part = data[: self._left - 2]
                found, data, self._left = found + part, data[len(part) :], self._left - len(part)
            elif self._left:
                gone = min(self._left, len(data))
                data, self._left = data[gone:], self._left - gone
            else:
                line, end, rest = data.partition(b"\r\n")
                if not end:
                    self._held = data
                    break
                self._left, data = int(line, 16) + 2, rest
        return found


def _take(heard: Heard, text: str) -> None:
    for line in text.split("\n"):
        if not line.startswith("data: "):
            continue
        try:
            event = json.loads(line.removeprefix("data: "))
        except ValueError:
            heard.unread += 1
            continue
        heard.kinds.append(event["type"])
        if event["type"].endswith("_complete") and event["type"].startswith("stage"):
            heard.stages[event["type"].removesuffix("_complete")] = event["data"]
            heard.metadata = event.get("metadata", heard.metadata)
