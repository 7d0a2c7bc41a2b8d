"""Offer extensions checked names, and files of TOML that are read strictly and written privately."""

from moot.library.strict import checked_name, text_of
from moot.settings.tomlfile import rows_in, table_of, write_private

__all__ = ["checked_name", "rows_in", "table_of", "text_of", "write_private"]
