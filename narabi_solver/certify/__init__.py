"""Certificates: proofs as files, and a checker that is independent of the solver."""
