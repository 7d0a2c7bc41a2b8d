"""How is what every council has said in words? Plain lines that prompts, the terminal and every export share."""
