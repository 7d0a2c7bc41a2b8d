"""`python -m moot` is the terminal door."""

from moot.cli.main import main

main()
