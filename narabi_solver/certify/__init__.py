"""Certificates: proofs as files, and a checker that is independent of the solver."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from narabi_solver.certify.certificates import make_certificate, write_certificates
    from narabi_solver.certify.checker import CheckResult, RejectedError, check_certificate

__all__ = [
    "CheckResult",
    "RejectedError",
    "check_certificate",
    "make_certificate",
    "write_certificates",
]

_HOMES = {
    "certificates": "make_certificate write_certificates",
    "checker": "CheckResult RejectedError check_certificate",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
