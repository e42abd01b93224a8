"""Certificates: proofs as files, and a checker that is independent of the solver."""

from typing import TYPE_CHECKING

from _gamekit.moved import attributes
from narabi_solver.certify.certificates import make_certificate, write_certificates
from narabi_solver.certify.checker import Confirmed, RejectedError, check_certificate

__all__ = [
    "Confirmed",
    "RejectedError",
    "check_certificate",
    "make_certificate",
    "write_certificates",
]

if not TYPE_CHECKING:
    __getattr__ = attributes(__name__, {"certificate": "make_certificate", "check": "check_certificate"})
