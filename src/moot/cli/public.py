"""Offer extensions what a command needs: the house, text that is safe at a terminal, tables, prompts, exit codes.

Example:
    @click.command()
    def greet() -> int:
        async def work(house: House) -> int:
            say(f"{len(await house.register.list(100))} sessions")
            return 0

        return run(in_house(work))

A group whose commands are loaded when they are called is a `moot.cli.lazy.LazyGroup`.
"""

from moot.analytics.graded_answers import answered_from
from moot.cli.asking.costs import DOLLARS, say_before
from moot.cli.asking.going_on import mends
from moot.cli.asking.offices import offices_from, with_offices
from moot.cli.asking.question import ask_from, council_flags, options_from_words, sitting_of
from moot.cli.completion import council_names, model_names, protocol_names, protocol_options, rubric_names
from moot.cli.screen.terminal import STOPPED, console, is_terminal, one_line, remark, safe, say, show_json, table
from moot.cli.screen.watching import Interrupt, in_house, run
from moot.cli.screen.words import EXIT_CODES, OUTCOMES, count, joined, money, seconds
from moot.floor.calls.budget import nano_dollars

__all__ = ["DOLLARS", "EXIT_CODES", "OUTCOMES", "STOPPED", "Interrupt", "answered_from", "ask_from", "console"]
__all__ += ["council_flags", "council_names", "count", "in_house", "is_terminal", "joined", "mends", "model_names"]
__all__ += ["money", "nano_dollars", "offices_from", "one_line", "options_from_words", "protocol_names"]
__all__ += ["protocol_options", "remark", "rubric_names", "run", "safe", "say", "say_before", "seconds", "show_json"]
__all__ += ["sitting_of", "table", "with_offices"]
