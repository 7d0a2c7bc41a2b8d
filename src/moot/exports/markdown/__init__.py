"""Export sessions as Markdown, with quoted text of others."""
