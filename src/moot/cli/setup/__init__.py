"""Implement setup commands: endpoints, searchers, keys, settings, `moot doctor`."""
