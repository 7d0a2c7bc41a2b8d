"""Ask a study, cell by cell, in sessions under one budget."""
