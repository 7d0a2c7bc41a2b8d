"""Transcripts: append events of a session once by key, seal them, follow them live, and fold them into its state."""
