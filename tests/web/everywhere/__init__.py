"""Tests for every page: accessible, in every language, fast, and safe for any text."""
