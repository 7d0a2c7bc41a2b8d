"""`moot study corpus list`, `show`, `check` and `new`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click
import msgspec

from moot.cli.public import count, remark, safe, say, show_json, table
from moot.errors import UnknownName
from moot.extensions.studies.corpora.corpus import Corpus
from moot.extensions.studies.corpora.corpus_check import faults_of
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.settings import home_folder

DIGEST = 12
"""Number of characters of a digest that are shown."""


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List sets of questions by name."""
    found = CorpusShelf(home_folder()).corpora()
    if as_json:
        rows = [{**_as_json(each.corpus), "from": each.layer} for each in found if each.corpus is not None]
        show_json({"corpora": rows, "broken": {each.name: each.trouble for each in found if each.trouble}})
        return
    rows_shown = [
        [
            each.name,
            each.layer,
            str(len(each.corpus.items)),
            each.corpus.head.version,
            each.corpus.digest[:DIGEST],
            safe(each.corpus.head.about or each.corpus.head.title),
        ]
        for each in found
        if each.corpus is not None
    ]
    table(
        ["corpus", "from", "questions", "version", "digest", "what it holds"],
        rows_shown,
        right=frozenset({2}),
        wrap=True,
    )
    for each in found:
        if each.trouble:
            remark(f"{each.name} cannot be used: {each.trouble}")


@click.command()
@click.argument("name")
@click.argument("item", required=False)
@click.option("--lines", is_flag=True, help="Print its questions as JSON Lines, for `moot run`.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(name: str, item: str | None, lines: bool, as_json: bool) -> None:
    """Show a set of questions, or one of them.

    With ITEM: that question as it is asked. --lines prints the input of `moot run FILE.jsonl`, with known answers.
    """
    found = CorpusShelf(home_folder()).corpus(name)
    if lines:
        for each in found.items:
            line = {"role": "user", "content": found.question_of(each)}
            say(msgspec.json.encode(line | ({"answer": each.answer} if each.answer else {})).decode())
        return
    if item is not None:
        one = found.item(item)
        if one is None:
            raise UnknownName("question", item, [each.id for each in found.items])
        if as_json:
            show_json({**msgspec.to_builtins(one), "question": found.question_of(one)})
        else:
            say(safe(found.question_of(one)))
        return
    if as_json:
        show_json({**_as_json(found), "items": [msgspec.to_builtins(each) for each in found.items]})
        return
    say(f"{safe(found.head.title)}, version {safe(found.head.version)} ({safe(found.head.licence)})")
    if found.head.about:
        say(safe(found.head.about))
    remark(f"SHA-256 {found.digest}", err=False)
    say()
    rows = [[each.id, each.domain, _known(found, each.id), safe(" ".join(each.text.split()))] for each in found.items]
    table(["id", "domain", "known", "question"], rows, wrap=True)


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(names: tuple[str, ...], as_json: bool) -> int:
    """Check sets of questions.

    Without NAME, check all. Exits with 1 if something is wrong.
    """
    shelf = CorpusShelf(home_folder())
    wrong: dict[str, list[str]] = {}
    digests: dict[str, Corpus] = {}
    if names:
        digests = {name: shelf.corpus(name) for name in names}
    else:
        for each in shelf.corpora():
            if each.corpus is None:
                wrong[each.name] = [each.trouble]
            else:
                digests[each.name] = each.corpus
    wrong |= {name: list(faults_of(found)) for name, found in digests.items()}
    if as_json:
        show_json({"digests": {name: found.digest for name, found in digests.items()}, "faults": wrong})
    else:
        for name in sorted(wrong):
            told = count(len(digests[name].items), "question") if name in digests else ""
            say(
                f"{safe(name)}: {'nothing is wrong' if not wrong[name] else 'cannot be used as it is'}; {told}".rstrip(
                    "; "
                )
            )
            for fault in wrong[name]:
                say(f"- {safe(fault)}")
    return 1 if any(wrong.values()) else 0


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def new(name: str, as_json: bool) -> None:
    """Create a set of questions of your own to edit."""
    folder = CorpusShelf(home_folder()).begun(name)
    if as_json:
        show_json({"folder": str(folder)})
    else:
        say(f"Wrote {safe(str(folder))}. Edit its files, then: moot study corpus check {safe(name)}")


def _known(corpus: Corpus, item: str) -> str:
    one = corpus.item(item)
    if one is None or not (one.answer or one.key):
        return ""
    return one.answer if one.answer else f"{count(len(one.key), 'bug')}, {count(len(one.decoys), 'decoy')}"


def _as_json(corpus: Corpus | None) -> dict[str, Any]:
    assert corpus is not None
    domains = Counter(each.domain for each in corpus.items)
    return {
        "name": corpus.name,
        **msgspec.to_builtins(corpus.head),
        "digest": corpus.digest,
        "questions": len(corpus.items),
        "domains": dict(domains),
        "planted_bugs": sum(len(each.key) for each in corpus.items),
        "decoys": sum(len(each.decoys) for each in corpus.items),
    }
