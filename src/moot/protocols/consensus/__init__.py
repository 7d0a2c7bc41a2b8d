"""Consensus: rounds of answers and an arbiter, until the answers agree or the rounds are used up."""
