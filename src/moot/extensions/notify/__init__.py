"""Notify: councils that meet on a schedule, and channels, a feed and a folder of reports that tell what came of it."""
