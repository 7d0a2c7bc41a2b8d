"""Tests of councils that meet by themselves."""
