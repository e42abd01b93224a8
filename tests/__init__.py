"""Tests of the packages, their programs, notebooks and pages."""
