"""Makes ``docs/endgames.md``: complete tables of small boards of Mabi, and starts that are proven."""
