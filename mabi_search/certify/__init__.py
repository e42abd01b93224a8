"""Certificates: proofs as files, and a checker by the rules alone."""

from mabi_search.certify.certificates import Certificate, NoCertificateError, prove
from mabi_search.certify.checker import CheckResult, RejectedError, TooLargeError, check

__all__ = [
    "Certificate",
    "CheckResult",
    "NoCertificateError",
    "RejectedError",
    "TooLargeError",
    "check",
    "prove",
]
