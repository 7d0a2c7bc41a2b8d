"""What tests read of a session: bills, digests, findings, and measures of good news."""
