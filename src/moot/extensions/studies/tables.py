"""The table of studies: facts, appended once by key. Which session a cell has is in `study_cells` of the store."""

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
