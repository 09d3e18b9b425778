"""Move generation and computer players."""
