"""Makes ``docs/mabi-endings.md``: games the engine did not finish, and perfect play on small boards."""
