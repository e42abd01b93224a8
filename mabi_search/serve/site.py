"""The site that `mabi serve` serves."""

from _gamekit.web.site import Site

SITE = Site(
    folders=(("_gamekit.web", "data"), ("mabi_search.serve", "data")),
    answers=("mabi_search.serve.answers",),
)
