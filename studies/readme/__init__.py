"""Makes the table in ``README.md``, from what timings and studies kept."""
