"""A vote on claims: members draft claims, everyone votes on each, and a report tells the tiers."""
