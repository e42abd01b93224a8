from . import (
    api as api,
    batch as batch,
    packed as packed,
    search as search,
    table_parts as table_parts,
    tables as tables,
    values as values,
)
