"""Certificates: proofs as files, and a checker by the rules alone."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from mabi_search.certify.certificates import Certificate, NoCertificateError, make_certificate
    from mabi_search.certify.checker import CheckResult, RejectedError, TooLargeError, check_certificate

__all__ = [
    "Certificate",
    "CheckResult",
    "NoCertificateError",
    "RejectedError",
    "TooLargeError",
    "check_certificate",
    "make_certificate",
]

_HOMES = {
    "certificates": "Certificate NoCertificateError make_certificate",
    "checker": "CheckResult RejectedError TooLargeError check_certificate",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
