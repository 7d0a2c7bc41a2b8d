"""A vote on claims: claims are drawn from opinions, everyone votes on each, and a report tells the tiers."""
