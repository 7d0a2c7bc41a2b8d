"""From words to ballots: strict, one repair, then an honest spoiled ballot. Linear-time parsers only."""
