"""Certificates: proofs as files, and a checker by the rules alone."""
