"""Voter quality: evidence from finished sessions on voters and councils, and figures computed from it."""
