"""A jury for Moot: private verdicts on a charge, a poll, a second vote after reading, a foreman's statement."""
