"""Offer extensions checked names, sets of questions, rosters of models, and files of TOML, read strictly."""

from moot.library.corpora.corpus import Item
from moot.library.corpora.corpus_shelf import CorpusShelf
from moot.library.corpora.studies.progress import Progress
from moot.library.corpora.studies.study import NO_CORPUS, Arm, Cell
from moot.library.memory import free_memory, memory_of
from moot.library.model_rosters import SMALLEST, ModelFile, named, rosters_in
from moot.library.strict import checked_name, text_of
from moot.settings.tomlfile import literal, rows_in, table_of, write_private

__all__ = ["NO_CORPUS", "Arm", "Cell", "CorpusShelf", "Item", "Progress"]
__all__ += ["SMALLEST", "ModelFile", "checked_name", "free_memory", "literal", "memory_of", "named", "rosters_in"]
__all__ += ["rows_in", "table_of", "text_of", "write_private"]
