"""The moves of a protocol: ask seats, deal sheets, poll ballots, look up sources, measure, record and conclude."""
