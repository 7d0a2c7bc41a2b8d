"""Checks: one point on which members differ is computed or looked up, and its result is shown to them as evidence."""
