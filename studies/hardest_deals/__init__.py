"""Makes ``docs/hardest-deals.md``: records, the exact maximum of small rings, deals that cannot be won."""
