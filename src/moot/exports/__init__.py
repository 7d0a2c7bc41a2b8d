"""Export sessions as documents, data, tables and replays; import and verify them."""
