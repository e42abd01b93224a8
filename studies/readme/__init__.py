"""Makes the table in ``docs/index.md``, from what timings and studies kept."""
