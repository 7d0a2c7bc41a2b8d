"""Statistics of earlier sessions: what a session reads when it opens and records when it ends."""
