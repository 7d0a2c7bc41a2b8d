"""Tests of `moot.sessions`: sessions are written, run and found again."""
