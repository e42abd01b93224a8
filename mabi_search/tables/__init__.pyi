from .boards import MissingTableError as MissingTableError, TableSpec as TableSpec
from .probing import ProbedMove as ProbedMove, ProbeResult as ProbeResult, probe as probe
from .stored import TableInfo as TableInfo, info as info, infos as infos
from .table_files import StoppedError as StoppedError, build as build, verify as verify
