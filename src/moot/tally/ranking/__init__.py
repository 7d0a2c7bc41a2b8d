"""Ranks by rule, their certificates and their spread: how sessions of before are counted."""
