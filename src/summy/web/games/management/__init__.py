"""Maintenance commands of the games."""
