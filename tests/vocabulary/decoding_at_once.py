"""Decode the first events in many threads at once; a program of its own, because only the first time counts.

Reads stored lines from standard input; `test_decoding_at_once.py` runs it.
"""

from __future__ import annotations

import json
import sys
import threading

from moot.transcripts.upcasts import body_from

sys.setswitchinterval(1e-6)
LINES = [json.loads(line) for line in sys.stdin]
BODIES = [(line["kind"], line["version"], json.dumps(line["body"])) for line in LINES if "kind" in line]
THREADS = 8
begin = threading.Barrier(THREADS)


def read(at: int) -> None:
    begin.wait()
    for kind, version, body in BODIES[at:] + BODIES[:at]:
        body_from(kind, version, body)


threads = [threading.Thread(target=read, args=(at,)) for at in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
