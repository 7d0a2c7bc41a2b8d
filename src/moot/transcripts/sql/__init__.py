"""The store: transcripts of all sessions in one SQLite file, with lists and searches."""
