"""What a terminal shows: live views, verdicts, words and keys."""
