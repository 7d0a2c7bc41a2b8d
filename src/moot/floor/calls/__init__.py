"""Calls to models: waves, scheduling, rate limits, retries, timeouts and cost limits."""
