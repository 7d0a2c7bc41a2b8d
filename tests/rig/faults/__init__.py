"""Faults for tests: failing upstreams, lost replies, and retries without a delay."""
