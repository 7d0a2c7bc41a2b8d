"""Export for extensions: checked names, question sets, rosters of models, and strict TOML files."""

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot.library.known_claims.controls import ClaimsHead as ClaimsHead
    from moot.library.model_memory import free_memory as free_memory
    from moot.library.model_memory import memory_of as memory_of
    from moot.library.model_rosters import SMALLEST as SMALLEST
    from moot.library.model_rosters import ModelFile as ModelFile
    from moot.library.model_rosters import named as named
    from moot.library.model_rosters import rosters_in as rosters_in
    from moot.library.nesting import holds as holds
    from moot.library.nesting import refuse_circles as refuse_circles
    from moot.library.shelf import CouncilShelf as CouncilShelf
    from moot.library.shelf import ShelfCouncil as ShelfCouncil
    from moot.library.shelf import keep_alias as keep_alias
    from moot.library.shelf_lookup import LONGEST_NAME as LONGEST_NAME
    from moot.library.shelf_lookup import PROJECT_FILE as PROJECT_FILE
    from moot.library.shelf_lookup import Drawer as Drawer
    from moot.library.shelf_lookup import LocatedEntry as LocatedEntry
    from moot.library.shelf_lookup import ShelfEntry as ShelfEntry
    from moot.library.shelf_lookup import checked_name as checked_name
    from moot.library.shelf_lookup import packaged_in as packaged_in
    from moot.library.shelf_lookup import refuse_unknown_within as refuse_unknown_within
    from moot.library.shelf_lookup import text_of as text_of
    from moot.settings.tomlfile import converted as converted
    from moot.settings.tomlfile import literal as literal
    from moot.settings.tomlfile import parsed as parsed
    from moot.settings.tomlfile import refuse_unknown as refuse_unknown
    from moot.settings.tomlfile import rows_in as rows_in
    from moot.settings.tomlfile import table_of as table_of
    from moot.settings.tomlfile import write_private as write_private
else:
    __getattr__ = lazy_exports(__name__)
