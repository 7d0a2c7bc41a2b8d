"""Run the steps on the connection passed in, inside its transaction; there is no other way."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
