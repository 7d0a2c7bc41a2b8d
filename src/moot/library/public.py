"""Offer extensions checked names, sets of questions, rosters of models, and files of TOML, read strictly."""

from moot.library.lookup import Drawer, Placed, Written, packaged_in
from moot.library.memory import free_memory, memory_of
from moot.library.model_rosters import SMALLEST, ModelFile, named, rosters_in
from moot.library.strict import LONGEST_NAME, PROJECT_FILE, checked_name, refuse_unknown_within, text_of
from moot.settings.tomlfile import converted, literal, parsed, refuse_unknown, rows_in, table_of, write_private

__all__ = ["LONGEST_NAME", "PROJECT_FILE", "SMALLEST", "Drawer", "ModelFile", "Placed", "Written", "checked_name"]
__all__ += ["converted", "free_memory", "literal", "memory_of", "named", "packaged_in", "parsed", "refuse_unknown"]
__all__ += ["refuse_unknown_within", "rosters_in", "rows_in", "table_of", "text_of", "write_private"]
