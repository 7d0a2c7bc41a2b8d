"""Tests that a session survives the death of its process or store."""
