"""Who may come in, and how many at a time."""
