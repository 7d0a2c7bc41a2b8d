"""Tests of the documentation: generated parts, commands, links and words."""
