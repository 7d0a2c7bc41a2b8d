"""Tests of the application and the Python API, joined as users have them."""
