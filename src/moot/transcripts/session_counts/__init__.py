"""Statistics of finished sessions: rows per session, and their sums."""
