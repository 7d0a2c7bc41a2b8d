"""The narrative of a vote on claims, and the audit that holds it to the votes."""
