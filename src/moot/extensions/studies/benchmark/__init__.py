"""Benchmarks of tasks with rubrics: load the tasks, make the study, compute the scores."""
