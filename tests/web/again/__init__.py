"""Tests of what follows a session on its page: continuing with fewer, asking again, comparing."""
