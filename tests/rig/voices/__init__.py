"""Voices for tests without a network: panels by a table, plain providers, sessions without prompts."""
