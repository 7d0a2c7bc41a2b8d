"""Votes on given claims, to test a model before it gets a seat."""
