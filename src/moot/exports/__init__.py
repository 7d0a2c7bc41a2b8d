"""Export sessions as documents, data, tables, citations and replays; import and verify them."""
