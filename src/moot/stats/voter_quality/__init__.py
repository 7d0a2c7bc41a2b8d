"""Voter statistics: success rates, leniency, alarms, weights and copied votes."""
