from .client import EngineProcess as EngineProcess
from .words import EngineError as EngineError, Report as Report, ReportedLine as ReportedLine
