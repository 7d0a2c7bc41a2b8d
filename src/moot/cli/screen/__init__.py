"""Terminal output and input: live views, verdicts, text and keys."""
