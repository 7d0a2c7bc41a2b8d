"""How are the steps run? On the connection handed in, inside its transaction; there is no other way in."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
