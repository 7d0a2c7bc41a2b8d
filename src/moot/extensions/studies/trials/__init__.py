"""Test and calibrate voters: `moot bench` and `moot calibrate`."""
