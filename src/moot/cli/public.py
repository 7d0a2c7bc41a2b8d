"""Export what commands of extensions need: the application, safe terminal text, tables, prompts, exit codes.

Example:
    @click.command()
    def greet() -> int:
        async def work(app: Application) -> int:
            say(f"{len(await app.register.list(100))} sessions")
            return 0

        return run(in_app(work))

A group that loads its commands when they are called is a `moot.cli.lazy.LazyGroup`.
"""

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot.analytics.grade_book import GRADES as GRADES
    from moot.analytics.grade_book import answered_from as answered_from
    from moot.cli.asking.continue_session import mends as mends
    from moot.cli.asking.costs import DOLLARS as DOLLARS
    from moot.cli.asking.costs import say_before as say_before
    from moot.cli.asking.costs import show_estimate as show_estimate
    from moot.cli.asking.flags import FlagSpec as FlagSpec
    from moot.cli.asking.flags import RareOption as RareOption
    from moot.cli.asking.flags import ask_from as ask_from
    from moot.cli.asking.flags import flags_of as flags_of
    from moot.cli.asking.flags import offices_from as offices_from
    from moot.cli.asking.flags import options_from_words as options_from_words
    from moot.cli.asking.flags import question_flags as question_flags
    from moot.cli.asking.question import decoded as decoded
    from moot.cli.asking.question import sitting_of as sitting_of
    from moot.cli.completion import council_names as council_names
    from moot.cli.completion import model_names as model_names
    from moot.cli.completion import protocol_names as protocol_names
    from moot.cli.completion import protocol_options as protocol_options
    from moot.cli.completion import rubric_names as rubric_names
    from moot.cli.screen.screens import LineScreen as LineScreen
    from moot.cli.screen.screens import Nowhere as Nowhere
    from moot.cli.screen.terminal import console as console
    from moot.cli.screen.terminal import is_terminal as is_terminal
    from moot.cli.screen.terminal import json_text as json_text
    from moot.cli.screen.terminal import one_line as one_line
    from moot.cli.screen.terminal import remark as remark
    from moot.cli.screen.terminal import safe as safe
    from moot.cli.screen.terminal import say as say
    from moot.cli.screen.terminal import show_json as show_json
    from moot.cli.screen.terminal import table as table
    from moot.cli.screen.verdict_view import warnings as warnings
    from moot.cli.screen.watching import Interrupt as Interrupt
    from moot.cli.screen.watching import in_app as in_app
    from moot.cli.screen.watching import run as run
    from moot.cli.screen.watching import watched as watched
    from moot.cli.screen.words import OUTCOMES as OUTCOMES
    from moot.cli.screen.words import count as count
    from moot.cli.screen.words import joined as joined
    from moot.cli.screen.words import money as money
    from moot.cli.screen.words import seconds as seconds
    from moot.exit_codes import EXIT_CODES as EXIT_CODES
    from moot.floor.calls.budget import nano_dollars as nano_dollars
else:
    __getattr__ = lazy_exports(__name__)
