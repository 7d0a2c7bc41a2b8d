"""Tests of `moot schedule` and `moot channels`."""
