"""What the published programs for runs of adjudicated councils compute: their formulas and field names, as they are."""
