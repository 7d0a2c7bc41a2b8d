"""What a long answer states, so that answers can be compared."""
