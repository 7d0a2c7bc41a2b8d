"""Tests of what is released: its contents, and that it works where it is installed."""
