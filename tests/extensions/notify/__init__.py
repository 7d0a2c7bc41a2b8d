"""Tests of schedules, channels, the feed and the folder of reports."""
