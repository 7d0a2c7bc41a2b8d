"""Twelve first tasks of a user, walked as their page describes, with the number of steps."""
