"""An atlas: many random deals with their grades, in a file that deals to order are looked up in."""

from _gamekit import checked
from narabi_solver.atlas.making import Atlas, AtlasSettings, make_atlas
from narabi_solver.atlas.reading import AtlasFile, atlas_path

__all__ = ["Atlas", "AtlasFile", "AtlasSettings", "atlas_path", "make_atlas"]

checked.room(globals())
