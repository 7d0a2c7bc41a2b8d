"""The report of a claim vote, and the votes as data."""
