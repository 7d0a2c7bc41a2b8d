"""Run language models on this machine: their files, and one process for each model."""
