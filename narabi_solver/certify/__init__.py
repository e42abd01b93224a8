"""Certificates: proofs as files, and a checker that shares nothing with the solver."""

from narabi_solver.certify.certificates import certificate, write_certificates
from narabi_solver.certify.checker import Confirmed, RejectedError, check

__all__ = [
    "Confirmed",
    "RejectedError",
    "certificate",
    "check",
    "write_certificates",
]
