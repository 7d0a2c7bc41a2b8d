"""The one model of judging: what ballots and marks say of each answer, and how sure that is."""
