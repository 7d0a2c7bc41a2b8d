"""Format results of any council as plain lines, shared by prompts, the terminal and every export."""
