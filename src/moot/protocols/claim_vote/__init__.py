"""A vote on claims: claims are extracted from opinions, everyone votes on each, and a report shows the tiers."""
