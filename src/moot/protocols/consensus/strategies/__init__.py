"""Strategies of a consensus: who stays, who speaks next, and when the answers agree."""
