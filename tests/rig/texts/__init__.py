"""Texts to try readers with: hostile ones, slow ones, and every function that takes one."""
