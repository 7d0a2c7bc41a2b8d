"""How a session leaves: to read, as data, as a table, as a citation, as a replay; and how one is taken in and
verified."""
