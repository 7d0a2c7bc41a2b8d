"""Table of studies: facts, appended once by key. The store's `study_cells` maps cells to sessions."""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, PrimaryKeyConstraint, Table, Text, UniqueConstraint

metadata = MetaData()

study_facts = Table(
    "study_facts",
    metadata,
    Column("study", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("study", "seq"),
    UniqueConstraint("study", "key", name="study_facts_by_key"),
)
