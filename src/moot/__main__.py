"""Run the `moot` command for `python -m moot`."""

from moot.cli.main import main

main()
