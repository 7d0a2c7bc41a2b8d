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

from moot.cli.asking.costs import DOLLARS
from moot.cli.asking.question import options_from_words
from moot.cli.completion import council_names, protocol_names
from moot.cli.screen.terminal import STOPPED, is_terminal, one_line, remark, safe, say, show_json, table
from moot.cli.screen.watching import Interrupt, in_house, run
from moot.cli.screen.words import EXIT_CODES, OUTCOMES, money
from moot.floor.calls.budget import nano_dollars

__all__ = ["DOLLARS", "EXIT_CODES", "OUTCOMES", "STOPPED", "Interrupt", "council_names", "in_house", "is_terminal"]
__all__ += ["money", "nano_dollars", "one_line", "options_from_words", "protocol_names", "remark", "run", "safe"]
__all__ += ["say", "show_json", "table"]
