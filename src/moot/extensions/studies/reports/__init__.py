"""Read what the sessions of a study came to, and report it."""
