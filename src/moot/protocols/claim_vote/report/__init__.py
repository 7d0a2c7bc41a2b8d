"""The report of a vote on claims, and the votes as data."""
