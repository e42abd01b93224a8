from .atlas_making import Atlas as Atlas, AtlasSettings as AtlasSettings, make_atlas as make_atlas
from .atlas_reading import AtlasFile as AtlasFile, atlas_path as atlas_path
