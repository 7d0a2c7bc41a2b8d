"""The transcripts and stores that the tests of `sessions` use."""

from sessions.conftest import clock, enrolling, make, path, replay_page, store, transcript

__all__ = ["clock", "enrolling", "make", "path", "replay_page", "store", "transcript"]
