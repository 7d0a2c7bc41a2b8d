"""Tests that a changed transcript is detected."""
