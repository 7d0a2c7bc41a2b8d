"""Test that lines of code are counted as the benchmarks' page documents."""

from __future__ import annotations

from pathlib import Path

from benchmarks.code_lines import by_room, code_lines

TEXT = '''"""What it is for,
in two lines."""

LIMIT = 3  # with a reason
"""What it bounds."""


def told(
    number: int,
) -> str:
    """A sentence."""
    # a reason
    return """one
two""" + str(number)
'''


def test_docstrings_comments_and_blank_lines_hold_no_code() -> None:
    assert code_lines(TEXT) == 6


def test_files_are_counted_by_the_folder_they_stand_in(tmp_path: Path) -> None:
    for name in ("a/b/one.py", "a/two.py", "three.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("X = 1\n")
    assert by_room(tmp_path) == {"a": 2, "three.py": 1}
