"""Measured facts of a document that several rules share, made once and kept."""
