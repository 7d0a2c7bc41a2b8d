"""Tools with which members read the files of a folder and run Python code in a sandbox."""
