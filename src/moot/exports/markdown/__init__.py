"""Sessions as Markdown, and words of others quoted in it."""
