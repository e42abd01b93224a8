from . import api as api, table_parts as table_parts, tables as tables
