"""Protocols, the rules by which a council deliberates: a folder for each, or one file for a small one."""
