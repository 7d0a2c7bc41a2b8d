"""Tests that a fork asks nothing twice that it keeps."""
