"""What does a test read of what happened? Bills, digests, findings, and what counts as good news."""
