"""The store: transcripts of all sessions in one SQLite file, and the lists and searches over them."""
