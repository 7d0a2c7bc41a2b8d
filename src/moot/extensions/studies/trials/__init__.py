"""Test and calibrate voters: `moot study bench` and `moot councils calibrate`."""
