"""Fusion: a panel answers, an analyst compares the answers without merging them, and the chair writes from that."""
