"""Arithmetic on voters: how often something goes well, and what of a vote is the claim and what the voter."""
