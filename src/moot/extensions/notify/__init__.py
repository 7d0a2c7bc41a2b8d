"""Notify: councils that meet on a schedule; channels, a feed and a folder for their reports."""
