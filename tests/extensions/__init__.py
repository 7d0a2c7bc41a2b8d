"""Tests of Moot's own extensions, and of packages that add to Moot."""
