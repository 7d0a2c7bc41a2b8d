"""What do many transcripts say together? Questions asked across sessions, answered from recorded findings alone."""
