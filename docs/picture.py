"""What does the README show? The terminal's live view of a real session of scripted voices, drawn at two moments.

`python -m docs.picture` convenes the packaged scripted council, takes the fold in the middle of the review and at its
end, and writes `docs/img/ask.svg` without any font or script from elsewhere.
"""

from __future__ import annotations

import asyncio
import io
import tempfile
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from moot.app import Application
from moot.cli.screen.live_view import drawn
from moot.cli.screen.streamed_words import SpeechScreen
from moot.cli.screen.verdict_view import certainty_of, cost_line, warnings
from moot.request import Ask
from moot.views.result import result_of
from moot.vocabulary.events import SeatSpoke
from moot.vocabulary.state import SessionState, state_of

QUESTION = "Should a team of six move its monolith to services this year?"
FILE = Path(__file__).parent / "img" / "ask.svg"
WIDTH = 104
# Rich's own frame loads a font from elsewhere; this one takes what the reader's machine has.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: system-ui, sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


async def moments() -> tuple[SessionState, SessionState]:
    """The session in the middle of its review, and at its end."""
    with tempfile.TemporaryDirectory() as home:
        app = await Application.opened("cli", Path(home), demo_speed=0)
        session = await app.convene(Ask(question=QUESTION, council="rehearsal", seed="p4"))
        await app.runner.ended(session)
        events = await app.transcript.read(session)
        await app.close()
    reviews = [event.seq for event in events if isinstance(event.body, SeatSpoke) and event.key.startswith("review/")]
    return state_of(events[: reviews[1]]), state_of(events)


def main() -> None:
    """Draws both moments into one picture."""
    middle, end = asyncio.run(moments())
    console = Console(record=True, width=WIDTH, force_terminal=True, color_system="truecolor", file=io.StringIO())
    console.print(Text(f'$ moot ask "{QUESTION}"', style="bold"))
    speaking = SpeechScreen(lambda: 0.0)
    speaking.began = -middle.t / 1000
    console.print(drawn(middle, speaking, WIDTH, 30))
    console.print(Text("…", style="dim"))
    assert end.verdict is not None
    result = result_of(end)
    for line in warnings(end):
        console.print(Text(f"! {line}", style="yellow"))
    console.print()
    console.print(Markdown(result.answer or (result.body or "").split("\n\n")[0]))
    console.print()
    console.print(Text(certainty_of(end, result), style="bold"))
    console.print(Text(cost_line(end), style="dim"))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(console.export_svg(title="moot", code_format=FRAME), encoding="utf-8")


if __name__ == "__main__":
    main()
