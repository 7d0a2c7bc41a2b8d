"""Offer extensions checked names, files of TOML that are read strictly and written privately, and rosters of models."""

from moot.library.memory import free_memory, memory_of
from moot.library.model_rosters import SMALLEST, ModelFile, named, rosters_in
from moot.library.strict import checked_name, text_of
from moot.settings.tomlfile import literal, rows_in, table_of, write_private

__all__ = ["SMALLEST", "ModelFile", "checked_name", "free_memory", "literal", "memory_of", "named", "rosters_in"]
__all__ += ["rows_in", "table_of", "text_of", "write_private"]
