"""Figures over many sessions: use of models, evidence on councils, standings of models."""
