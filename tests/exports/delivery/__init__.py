"""Tests of channels, of what is told, and of sending it."""
