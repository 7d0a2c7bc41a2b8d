"""Offer extensions a way out: checked addresses, keys, and texts of other programs made safe to show."""

from moot.egress.addresses import EgressRefused, Gate, Lookup, Target, look_up, target_of
from moot.egress.connecting import CheckedResolver, why_broken
from moot.egress.keys import KeyRing, Secret, scrub
from moot.egress.outside_words import shown

__all__ = ["CheckedResolver", "EgressRefused", "Gate", "KeyRing", "Lookup", "Secret", "Target", "look_up", "scrub"]
__all__ += ["shown", "target_of", "why_broken"]
