"""Reliability of councils: simulations, and measurements on questions with known answers."""
