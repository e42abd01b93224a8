"""Fixtures of both games, which studies are about."""

from tests.mabi.conftest import folder, no_tables_in_the_cache
from tests.narabi.conftest import wrapping_products

__all__ = ["folder", "no_tables_in_the_cache", "wrapping_products"]
