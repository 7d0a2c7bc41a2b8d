"""Tests of the tools with which members read a folder and run code."""
