from . import (
    api as api,
    batch as batch,
    decide as decide,
    packed as packed,
    packed_group as packed_group,
    search as search,
    table_parts as table_parts,
    tables as tables,
    values as values,
)
