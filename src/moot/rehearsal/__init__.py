"""Scripted voices: a provider that needs no key and no network, for trying things out."""
