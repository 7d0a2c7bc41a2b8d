"""Rankings as they are written: lines, chains, tables and prose."""
